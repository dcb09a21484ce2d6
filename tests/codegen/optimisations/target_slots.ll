; Empty slots of a likely branch get the instructions at its target.
; RUN: %mecc_codegen %s | %FileCheck %s
; RUN: %mecc_codegen -without=target-slots %s | %FileCheck %s --check-prefix=OUT

; The word at the head, once before the loop and once in the slot.
; CHECK-LABEL: walk#:
; CHECK: alu_shf[[[A:.*]], {{.*}}, {{.*}}, {{.*}}, <<3]
; CHECK: b{{[a-z]+}}[l{{[0-9]+}}#], defer[{{[1-3]}}]
; CHECK: alu_shf[{{.*}}, <<3]
; CHECK: rtn
; OUT-LABEL: walk#:
; OUT: <<3
; OUT-NOT: <<3
; OUT: rtn
define internal i32 @walk(i32 %x, i32 %y) noinline {
  br label %loop
loop:
  %a = phi i32 [ %x, %0 ], [ %c, %loop ]
  %b = shl i32 %a, 3
  %c = xor i32 %b, %y
  %small = icmp ult i32 %c, %y
  br i1 %small, label %loop, label %done
done:
  ret i32 %y
}

; A likely branch forward gets the read at its target: the pointer is in use there.
; CHECK-LABEL: seek#:
; CHECK: alu[--, {{.*}}*l$index1
; CHECK: b{{[a-z]+}}[l{{[0-9]+}}#], defer[{{[1-3]}}]
; CHECK: alu[{{.*}}*l$index1[1]
; OUT-LABEL: seek#:
; OUT: bne[l{{[0-9]+}}#] {{ *}};
define internal i32 @seek(ptr align 64 %p, i32 %x) noinline {
  %q = getelementptr i32, ptr %p, i32 1
  %v = load i32, ptr %p
  %common = and i32 %v, %x
  %none = icmp eq i32 %common, 0
  br i1 %none, label %hit, label %next
hit:
  call void @__me_csr_wr(i32 320, i32 %x)
  br label %next
next:
  %w = load i32, ptr %q
  %r = xor i32 %w, %x
  call void @__me_csr_wr(i32 332, i32 %r)
  ret i32 %r
}

; No read where the pointer may have no address in local memory: nothing in front of the branch uses it.
; CHECK-LABEL: late#:
; CHECK-NOT: *l$index1
; CHECK: local_csr_wr[CRC_REMAINDER
define internal i32 @late(ptr %p, i32 %x, i32 %y) noinline {
  %common = and i32 %y, %x
  %none = icmp eq i32 %common, 0
  br i1 %none, label %hit, label %next
hit:
  call void @__me_csr_wr(i32 320, i32 %x)
  br label %next
next:
  %w = load i32, ptr %p
  %r = xor i32 %w, %x
  call void @__me_csr_wr(i32 332, i32 %r)
  ret i32 %r
}

; The loop sets the pointer to a byte, an address in local memory.
; CHECK-LABEL: probe#:
; CHECK: alu[--, *l$index1, -,
; CHECK: bne[l{{[0-9]+}}#], defer[3]
; CHECK: AND, 0xf8]
; CHECK-NEXT: alu[--, *l$index1, -,
; OUT-LABEL: probe#:
; OUT: alu[--, *l$index1, -,
; OUT-NOT: alu[--, *l$index1, -,
define internal i32 @probe(i32 %start, i32 %key) noinline {
  %first = and i32 %start, 248
  br label %loop
loop:
  %at = phi i32 [ %first, %0 ], [ %next, %more ]
  %left = phi i32 [ 32, %0 ], [ %fewer, %more ]
  %slot = inttoptr i32 %at to ptr
  %v = load volatile i32, ptr %slot
  %found = icmp eq i32 %v, %key
  br i1 %found, label %out, label %more, !prof !0
more:
  %beyond = add i32 %at, 8
  %next = and i32 %beyond, 248
  %fewer = add i32 %left, -1
  %end = icmp eq i32 %fewer, 0
  br i1 %end, label %none, label %loop
out:
  ret i32 %key
none:
  ret i32 0
}
!0 = !{!"branch_weights", i32 1, i32 31}

; Words at a target that is not expected replace nops of the other path.
; CHECK-LABEL: wait#:
; CHECK: br_b{{set|clr}}[{{.*}}], defer[2]
; CHECK-NEXT: <<3]
; CHECK-NEXT: XOR
; CHECK-NEXT: wait.
; CHECK-NEXT: *l$index1
; OUT-LABEL: wait#:
; OUT: br_b{{set|clr}}[
; OUT-NEXT: wait.
; OUT: nop
; OUT-NEXT: nop
; OUT-NEXT: *l$index1
define internal i32 @wait(i32 %x, i32 %y) noinline {
  %index = and i32 %x, 60
  %p = inttoptr i32 %index to ptr
  %bit = and i32 %x, 256
  %is = icmp eq i32 %bit, 0
  br i1 %is, label %read, label %other, !prof !1
read:
  %v = load i32, ptr %p
  %n = add i32 %v, 1
  call void @__me_csr_wr(i32 332, i32 %n)
  ret i32 %n
other:
  %a = shl i32 %y, 3
  %b = xor i32 %a, %y
  call void @__me_csr_wr(i32 332, i32 %b)
  ret i32 %a
}
!1 = !{!"branch_weights", i32 2, i32 1}

; No read of a transfer register: without the signal, the command is in flight.
; CHECK-LABEL: ready#:
; CHECK: br_signal[s1, [[LOOP:l[0-9]+#]]]{{ +;}}
define internal i32 @ready(i32 %x) noinline {
  %s = alloca i32, !mecc.object !{!"signal", !"s"}
  %r = alloca [1 x i32], !mecc.object !{!"s_in", !"r"}
  call void @__me_cmd_SRAM_READ(ptr %r, i32 1048576, i32 0, i32 1, i32 1, ptr %s)
  br label %loop
loop:
  %v = load i32, ptr %r
  %n = xor i32 %v, %x
  call void @__me_csr_wr(i32 320, i32 %n)
  call void @__me_cmd_SRAM_READ(ptr %r, i32 1048576, i32 0, i32 1, i32 0, ptr %s)
  %t = call i32 @__me_signal_test(ptr %s)
  %no = icmp eq i32 %t, 0
  br i1 %no, label %late, label %loop
late:
  call void (ptr, ...) @__me_wait_all(ptr %s)
  ret i32 %x
}
; Neither as the right operand.
; CHECK-LABEL: shifted#:
; CHECK: br_signal[s1, [[LOOP:l[0-9]+#]]]{{ +;}}
define internal i32 @shifted(i32 %x) noinline {
  %s = alloca i32, !mecc.object !{!"signal", !"s"}
  %r = alloca [1 x i32], !mecc.object !{!"s_in", !"r"}
  call void @__me_cmd_SRAM_READ(ptr %r, i32 1048576, i32 0, i32 1, i32 1, ptr %s)
  br label %loop
loop:
  %v = load i32, ptr %r
  %n = shl i32 %v, 4
  call void @__me_csr_wr(i32 320, i32 %n)
  call void @__me_cmd_SRAM_READ(ptr %r, i32 1048576, i32 0, i32 1, i32 0, ptr %s)
  %t = call i32 @__me_signal_test(ptr %s)
  %no = icmp eq i32 %t, 0
  br i1 %no, label %late, label %loop
late:
  call void (ptr, ...) @__me_wait_all(ptr %s)
  ret i32 %x
}
declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_wait_all(ptr, ...)
declare i32 @__me_signal_test(ptr)

define void @main() {
  %a = call i32 @walk(i32 1, i32 2)
  %b = call i32 @walk(i32 %a, i32 %a)
  %c = call i32 @seek(ptr inttoptr (i32 256 to ptr), i32 %b)
  %d = call i32 @seek(ptr inttoptr (i32 320 to ptr), i32 %c)
  %e = call i32 @late(ptr inttoptr (i32 256 to ptr), i32 %d, i32 %c)
  %f = call i32 @late(ptr inttoptr (i32 320 to ptr), i32 %e, i32 %d)
  %g = call i32 @probe(i32 %e, i32 %f)
  %h = call i32 @probe(i32 64, i32 %g)
  %i = call i32 @wait(i32 %h, i32 %g)
  %j = call i32 @wait(i32 %i, i32 %h)
  %k = call i32 @ready(i32 %j)
  %l = call i32 @ready(i32 %k)
  %m = call i32 @shifted(i32 %l)
  %n = call i32 @shifted(i32 %m)
  call void @__me_csr_wr(i32 320, i32 %n)
  ret void
}
declare void @__me_csr_wr(i32, i32)

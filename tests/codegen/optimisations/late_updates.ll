; A value computed from the one that a branch tests comes after the branch, in the same register. Values for the
; next turn come after a swap, whose slots other words fill.
; RUN: %mecc_codegen %s | %FileCheck %s --check-prefix=SLOTS
; RUN: %mecc_codegen -no-defer -without=shared-slots %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=late-updates %s | %FileCheck %s --check-prefix=OUT
target triple = "mev2-unknown-none"

; CHECK-LABEL: step#:
; CHECK: alu_shf[[[N:[ab][0-9]+]], --, B, [[N]], >>1]
; CHECK: br_b{{set|clr}}[[[N]], 0, l{{[0-9]+}}#]
; CHECK: alu_shf[[[N]], --, B, [[N]], >>1]
; OUT-LABEL: step#:
; OUT: >>1]
; OUT: br_b{{set|clr}}[
; OUT-NOT: >>1]
define internal i32 @step(i32 %x, i32 %y) noinline {
  br label %loop
loop:
  %n = phi i32 [ %x, %0 ], [ %next, %on ]
  %half = lshr i32 %n, 1
  %bit = and i32 %n, 1
  %even = icmp eq i32 %bit, 0
  br i1 %even, label %on, label %odd
odd:
  %mixed = xor i32 %half, %y
  br label %on
on:
  %next = phi i32 [ %half, %loop ], [ %mixed, %odd ]
  %again = icmp ult i32 %next, %y
  br i1 %again, label %loop, label %out
out:
  ret i32 %next
}

; SLOTS-LABEL: walk#:
; SLOTS: sram[write, {{.*}}defer[2]
; SLOTS-NEXT: XOR
; SLOTS-NEXT: +
; SLOTS-NEXT: +, 0x1]
; SLOTS: bne[{{.*}}], defer[1]
; SLOTS-NEXT: +, 0x4]
define internal i32 @walk(i32 %x) noinline {
  %out = alloca i32, !mecc.object !{!"s_out", !"out"}
  %sig = alloca i32, !mecc.object !{!"signal", !"sig"}
  br label %loop
loop:
  %at = phi i32 [ 0, %0 ], [ %next, %loop ]
  %to = phi i32 [ 4096, %0 ], [ %beyond, %loop ]
  %sum = phi i32 [ %x, %0 ], [ %b, %loop ]
  store i32 %at, ptr %out
  %a = xor i32 %sum, %at
  %b = add i32 %a, %x
  call void @__me_cmd_SRAM_WRITE(ptr %out, i32 %to, i32 0, i32 1, i32 1, ptr %sig)
  %next = add i32 %at, 1
  %beyond = add i32 %to, 4
  %end = icmp eq i32 %next, 32
  br i1 %end, label %done, label %loop
done:
  ret i32 %b
}
declare void @__me_cmd_SRAM_WRITE(ptr, i32, i32, i32, i32, ptr)

; Values of units and of shared registers are those before the swap.
; CHECK-LABEL: seek#:
; CHECK-DAG: cam_lookup[
; CHECK-DAG: {{.*}}+, {{.*}}@
; CHECK: sram[write, {{.*}}ctx_swap
; CHECK-NOT: {{cam_lookup|@[ab]}}
; CHECK: rtn
@turn = internal global i32 0, !mecc.object !{!"shared_gpr", !"turn"}
define internal i32 @seek(i32 %x) noinline {
  %out = alloca i32, !mecc.object !{!"s_out", !"out"}
  %sig = alloca i32, !mecc.object !{!"signal", !"sig"}
  br label %loop
loop:
  %at = phi i32 [ 0, %0 ], [ %next, %loop ]
  %tag = phi i32 [ %x, %0 ], [ %found, %loop ]
  store i32 %at, ptr %out
  %step = load volatile i32, ptr @turn
  %next = add i32 %at, %step
  %found = call i32 @__me_cam_lookup(i32 %tag)
  call void @__me_cmd_SRAM_WRITE(ptr %out, i32 4096, i32 0, i32 1, i32 1, ptr %sig)
  %end = icmp eq i32 %next, 32
  br i1 %end, label %done, label %loop
done:
  ret i32 %tag
}
declare i32 @__me_cam_lookup(i32)

define void @main() {
  %a = call i32 @step(i32 1, i32 2)
  %b = call i32 @step(i32 %a, i32 %a)
  %c = call i32 @walk(i32 %b)
  %d = call i32 @walk(i32 %c)
  %e = call i32 @seek(i32 %d)
  %f = call i32 @seek(i32 %e)
  call void @__me_csr_wr(i32 320, i32 %f)
  ret void
}
declare void @__me_csr_wr(i32, i32)

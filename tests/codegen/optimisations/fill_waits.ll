; Waits for a pointer get work from after branches, if its results are dead at the branch targets.
; So does the word with the amount of a shift.
; RUN: %mecc_codegen -without=argument-registers -no-defer -without=own-returns %s | %FileCheck %s
; RUN: %mecc_codegen -without=argument-registers -no-defer -without=own-returns -without=schedule %s | %FileCheck %s --check-prefix=OUT

; CHECK-LABEL: look#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_1,
; CHECK-NOT: nop
; CHECK: alu[--, *l$index1
; CHECK-NEXT: b{{eq|ne}}
; CHECK: rtn
; OUT-LABEL: look#:
; OUT: local_csr_wr[ACTIVE_LM_ADDR_1,
; OUT-COUNT-3: nop
; OUT: rtn
define internal i32 @look(ptr %p, i32 %x) noinline {
  %v = load i32, ptr %p
  %same = icmp eq i32 %v, %x
  br i1 %same, label %out, label %on
on:
  %a = shl i32 %x, 3
  %b = xor i32 %a, %x
  %c = lshr i32 %b, 7
  %d = add i32 %c, %b
  call void @__me_csr_wr(i32 320, i32 %d)
  br label %out
out:
  ret i32 %x
}

; The work is behind both paths.
; CHECK-LABEL: both#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_1,
; CHECK-NOT: nop
; CHECK: alu[{{.*}}*l$index1
; CHECK: rtn
; OUT-LABEL: both#:
; OUT: local_csr_wr[ACTIVE_LM_ADDR_1,
; OUT: nop
; OUT: rtn
define internal i32 @both(ptr %p, i32 %x) noinline {
  %v = load i32, ptr %p
  %more = icmp ugt i32 %v, 100
  br i1 %more, label %least, label %on
least:
  call void @__me_csr_wr(i32 332, i32 %v)
  br label %on
on:
  %w = phi i32 [ %v, %0 ], [ 100, %least ]
  %a = shl i32 %x, 3
  %b = xor i32 %a, %x
  %c = lshr i32 %b, 7
  %d = add i32 %c, %w
  ret i32 %d
}

; A constant is an operand of the word with the amount.
; CHECK-LABEL: mask#:
; CHECK: alu[[[M:[ab][0-9]+]], b0, ~B, 0x0]
; CHECK-NEXT: alu_shf[a0, {{.*}}, AND, [[M]], <<indirect]
; CHECK-NEXT: rtn
; OUT-LABEL: mask#:
; OUT: alu[--, b0, OR, 0x0]
define internal i32 @mask(i32 %x, i32 %n) noinline {
  %y = sub i32 %x, %n
  %upper = shl i32 -1, %n
  %r = and i32 %upper, %y
  ret i32 %r
}

define void @main() {
  %a = call i32 @look(ptr inttoptr (i32 256 to ptr), i32 1)
  %b = call i32 @look(ptr inttoptr (i32 264 to ptr), i32 %a)
  %c = call i32 @both(ptr inttoptr (i32 256 to ptr), i32 %b)
  %d = call i32 @both(ptr inttoptr (i32 264 to ptr), i32 %c)
  %e = call i32 @mask(i32 %d, i32 %c)
  %f = call i32 @mask(i32 %e, i32 %d)
  call void @__me_csr_wr(i32 320, i32 %f)
  ret void
}
declare void @__me_csr_wr(i32, i32)

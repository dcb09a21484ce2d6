; Empty slots of a branch that goes round a loop get the instructions at its head.
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

define void @main() {
  %a = call i32 @walk(i32 1, i32 2)
  %b = call i32 @walk(i32 %a, i32 %a)
  call void @__me_csr_wr(i32 320, i32 %b)
  ret void
}
declare void @__me_csr_wr(i32, i32)

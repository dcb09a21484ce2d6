; A value computed from the one that a branch tests comes after the branch, in the same register.
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

define void @main() {
  %a = call i32 @step(i32 1, i32 2)
  %b = call i32 @step(i32 %a, i32 %a)
  call void @__me_csr_wr(i32 320, i32 %b)
  ret void
}
declare void @__me_csr_wr(i32, i32)

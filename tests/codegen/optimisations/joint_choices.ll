; Values chosen by one test share its branch.
; RUN: %mecc_codegen -no-defer -without=shared-slots %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=joint-choices %s | %FileCheck %s --check-prefix=OUT
target triple = "mev2-unknown-none"

; CHECK-LABEL: choose#:
; CHECK: br_b{{set|clr}}[{{.*}}, 5,
; CHECK-NOT: br_b
; CHECK: rtn
; OUT-LABEL: choose#:
; OUT: br_b{{set|clr}}[{{.*}}, 5,
; OUT: br_b{{set|clr}}[{{.*}}, 5,
define internal i32 @choose(i32 %x, i32 %y) noinline {
  %wide = zext i32 %x to i64
  %bit = shl i64 1, %wide
  %low = trunc i64 %bit to i32
  %top = lshr i64 %bit, 32
  %high = trunc i64 %top to i32
  call void @__me_csr_wr(i32 332, i32 %low)
  ret i32 %high
}

define void @main() {
  %a = call i32 @choose(i32 1, i32 2)
  %b = call i32 @choose(i32 %a, i32 %a)
  call void @__me_csr_wr(i32 320, i32 %b)
  ret void
}
declare void @__me_csr_wr(i32, i32)

; Halves of a 64-bit shift by a variable are values of their own: one branch decides for both.
; RUN: %mecc_codegen -no-defer -without=shared-slots %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=wide-shifts %s | %FileCheck %s --check-prefix=OUT
; RUN: %mecc_codegen -print-before=codegenprepare %s 2>&1 | %FileCheck %s --check-prefix=IR
target triple = "mev2-unknown-none"

; The amount may be poison: the shift would be, too, but a branch on it would be undefined.
; IR-LABEL: @bit(
; IR: %[[FAR:.*]] = and i32 %x, 32
; IR-NEXT: freeze i32 %[[FAR]]
; CHECK-LABEL: bit#:
; CHECK: br_b{{set|clr}}[{{.*}}, 5,
; CHECK-NOT: br_b
; CHECK-LABEL: choose#:
; OUT-LABEL: bit#:
; OUT: br_b{{set|clr}}[{{.*}}, 5,
; OUT: br_b{{set|clr}}[{{.*}}, 5,
; OUT-LABEL: choose#:
define internal i32 @bit(i32 %x) noinline {
  %wide = zext i32 %x to i64
  %bit = shl i64 1, %wide
  %low = trunc i64 %bit to i32
  %top = lshr i64 %bit, 32
  %high = trunc i64 %top to i32
  call void @__me_csr_wr(i32 332, i32 %low)
  ret i32 %high
}

; The test that leads here excludes 0, so the high half takes one word, by the opposite amount.
; CHECK: br_b{{set|clr}}[{{.*}}, 5,
; CHECK-NOT: >>1]
; CHECK: dbl_shf[{{.*}}, >>indirect]
; CHECK-NOT: >>1]
; CHECK-LABEL: few#:
; OUT: >>1]
define internal i64 @choose(i64 %v, i32 %x, i32 %y) noinline {
  %more = icmp ugt i32 %x, %y
  br i1 %more, label %shift, label %out
shift:
  %n = sub i32 %x, %y
  %wide = zext i32 %n to i64
  %moved = shl i64 %v, %wide
  br label %out
out:
  %r = phi i64 [ %v, %0 ], [ %moved, %shift ]
  ret i64 %r
}

; An amount below 32 needs no branch.
; CHECK-NOT: br_b
; CHECK: rtn
define internal i64 @few(i64 %v, i32 %x) noinline {
  %n = and i32 %x, 31
  %wide = zext i32 %n to i64
  %moved = lshr i64 %v, %wide
  ret i64 %moved
}

define void @main() {
  %a = call i32 @bit(i32 1)
  %b = call i32 @bit(i32 %a)
  %c = call i64 @choose(i64 12345678901, i32 %a, i32 %b)
  %d = call i64 @choose(i64 %c, i32 %b, i32 7)
  %e = call i64 @few(i64 %d, i32 %a)
  %f = call i64 @few(i64 %e, i32 %b)
  %g = trunc i64 %f to i32
  call void @__me_csr_wr(i32 320, i32 %g)
  ret void
}
declare void @__me_csr_wr(i32, i32)

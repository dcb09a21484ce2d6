; A value stays in one register from call to call, as an argument of each and as a result.
; RUN: %mecc_codegen %s | %FileCheck %s
; RUN: %mecc_codegen -without=argument-registers %s | %FileCheck %s --check-prefix=OUT

define internal i32 @shuffle(i32 %v) noinline {
  %a = shl i32 %v, 13
  %b = xor i32 %a, %v
  %c = lshr i32 %b, 17
  %d = xor i32 %c, %b
  ret i32 %d
}
define internal i32 @twice(i32 %v) noinline {
  %a = call i32 @shuffle(i32 %v)
  %b = call i32 @shuffle(i32 %a)
  ret i32 %b
}
define internal i32 @mix(i32 %v, i32 %w) noinline {
  %a = shl i32 %v, 5
  %b = xor i32 %a, %w
  ret i32 %b
}
define internal i64 @wide(i32 %v) noinline {
  %a = zext i32 %v to i64
  %b = shl i64 %a, 7
  ret i64 %b
}
define internal i32 @fold(i64 %v, i32 %w) noinline {
  %a = lshr i64 %v, 32
  %b = xor i64 %a, %v
  %c = trunc i64 %b to i32
  %d = xor i32 %c, %w
  ret i32 %d
}

; The functions, and those that they call, leave the register of %x. No argument or result moves.
; CHECK-LABEL: main#:
; CHECK: local_csr_rd
; CHECK-NEXT: immed[[[X:[ab][0-9]+]], 0x0]
; CHECK-NOT: alu[{{[ab][0-9]}}, --, B, {{[ab][0-9]}}]
; CHECK-NOT: [[X]], --
; CHECK: ctx_arb[kill]
; OUT-LABEL: main#:
; OUT-COUNT-6: alu[{{[ab][0-9]}}, --, B, {{[ab][0-9]}}]
; OUT: ctx_arb[kill]
define void @main() {
  %x = call i32 @__me_csr_rd(i32 324)
  %a = call i32 @twice(i32 %x)
  %b = call i32 @mix(i32 %a, i32 %x)
  %c = call i64 @wide(i32 %x)
  %d = call i32 @fold(i64 %c, i32 %b)
  %e = call i32 @mix(i32 %d, i32 %x)
  call void @__me_csr_wr(i32 320, i32 %e)
  ret void
}

declare i32 @__me_csr_rd(i32)
declare void @__me_csr_wr(i32, i32)

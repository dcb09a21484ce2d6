; A read of a clock stays before the instruction that takes its value, and nothing moves over it.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s

; CHECK-LABEL: work#:
; CHECK: local_csr_rd[TIMESTAMP_LOW]
; CHECK-NEXT: immed[{{[ab][0-9]+}}, 0x0]
define internal i32 @work(ptr %p, i32 %x, i32 %y) noinline {
  %t = call i32 @__me_csr_rd(i32 192)
  %v = load i32, ptr %p
  %a = shl i32 %x, 3
  %b = xor i32 %a, %y
  %c = lshr i32 %b, 7
  %w = add i32 %v, %x
  %e = xor i32 %w, %c
  %f = add i32 %e, %t
  ret i32 %f
}
define void @main() {
  %a = call i32 @work(ptr inttoptr (i32 256 to ptr), i32 1, i32 2)
  %b = call i32 @work(ptr inttoptr (i32 264 to ptr), i32 %a, i32 %a)
  call void @__me_csr_wr(i32 320, i32 %b)
  ret void
}
declare i32 @__me_csr_rd(i32)
declare void @__me_csr_wr(i32, i32)

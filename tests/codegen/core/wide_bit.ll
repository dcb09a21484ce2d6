; A single bit of 64 is in one half, and the other half is 0: no shift runs across the halves.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
target triple = "mev2-unknown-none"

; CHECK-LABEL: bit#:
; CHECK-NOT: dbl_shf
; CHECK: alu_shf[{{.*}}, --, B, 0x1, <<indirect]
; CHECK-NOT: indirect]
; CHECK: rtn
define internal i64 @bit(i32 %n) noinline {
  %wide = zext i32 %n to i64
  %r = shl i64 1, %wide
  ret i64 %r
}

define void @main() {
  %r = call i64 @bit(i32 7)
  %s = trunc i64 %r to i32
  %t = call i64 @bit(i32 %s)
  %u = lshr i64 %t, 32
  %v = trunc i64 %u to i32
  call void @__me_csr_wr(i32 320, i32 %v)
  ret void
}
declare void @__me_csr_wr(i32, i32)

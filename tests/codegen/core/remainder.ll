; The CRC remainder does not survive a context swap.
; RUN: %mecc_codegen %s 2>&1 | %FileCheck %s

declare i32 @__me_crc(i32, i32, i32, i32, i32)
declare i32 @__me_csr_rd(i32)
declare void @__me_csr_wr(i32, i32)
declare void @__me_ctx_voluntary()

; CHECK: warning: the CRC remainder is still wanted here
; CHECK-NOT: warning
define void @main() {
  call void @__me_ctx_voluntary()
  call void @__me_csr_wr(i32 320, i32 0)
  %a = call i32 @__me_crc(i32 4, i32 0, i32 0, i32 0, i32 7)
  call void @__me_ctx_voluntary()
  %c = call i32 @__me_csr_rd(i32 320)
  call void @__me_ctx_voluntary()
  call void @__me_csr_wr(i32 332, i32 %c)
  ret void
}

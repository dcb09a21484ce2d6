; Operands encoded in the instruction word are constants that fit.
; RUN: not %lower --only=constants %s 2>&1 | FileCheck %s
target datalayout = "E-m:e-p:32:32-p1:32:32-p2:32:32-p3:32:32-p4:32:32-p5:32:32-i64:64-n32-S64-a:0:32"
declare i32 @__me_csr_rd(i32)
declare void @__me_csr_wr(i32, i32)
declare void @__me_cam_write(i32, i32, i32)
declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)

define void @right(i32 %n) {
  %v = call i32 @__me_csr_rd(i32 8)
  call void @__me_csr_wr(i32 8, i32 %v)
  call void @__me_cam_write(i32 %n, i32 %v, i32 15)
  call void @__me_cmd_SRAM_READ(ptr null, i32 %n, i32 %n, i32 %n, i32 1, ptr null)
  ret void
}
; CHECK-NOT: error
; CHECK: error: the control register is not known when the program is compiled; write a constant
; CHECK: error: the state of a CAM entry is 16, expected 0 to 15
; CHECK: error: what to do until the command is done is not known when the program is compiled; write sig_done or ctx_swap
; CHECK-NOT: error
define void @wrong(i32 %n) {
  %v = call i32 @__me_csr_rd(i32 %n)
  call void @__me_cam_write(i32 %n, i32 %v, i32 16)
  call void @__me_cmd_SRAM_READ(ptr null, i32 0, i32 0, i32 1, i32 %n, ptr null)
  ret void
}

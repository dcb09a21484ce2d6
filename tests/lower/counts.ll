; Counts that the word of a command has no room for, or that only the running program knows.
; RUN: %lower --only=counts %s | FileCheck %s
declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_DRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmdi_DRAM_RBUF_RD(ptr, i32, i32, i32, i32, i32, ptr)
declare void @__me_cap_read(ptr, i32, i32, i32, ptr)

; CHECK-LABEL: define void @constants(
; CHECK:         call void @__me_cmd_SRAM_READ(ptr %x, i32 64, i32 4, i32 8, i32 1, ptr %s)
; CHECK:         call void @__me_cmdi_SRAM_READ(ptr %x, i32 64, i32 4, i32 12, i32 56623104, i32 1, ptr %s)
; CHECK:         call void @__me_cmdi_CAP_READ(ptr %x, i32 18688, i32 0, i32 16, i32 65011712, i32 0, ptr %s)
define void @constants() {
  %x = alloca [16 x i32], !mecc.object !0
  %s = alloca i32, !mecc.object !1
  call void @__me_cmd_SRAM_READ(ptr %x, i32 64, i32 4, i32 8, i32 1, ptr %s)
  call void @__me_cmd_SRAM_READ(ptr %x, i32 64, i32 4, i32 12, i32 1, ptr %s)
  call void @__me_cap_read(ptr %x, i32 18688, i32 16, i32 0, ptr %s)
  ret void
}

; As many registers are in use as there are from the first on.
; CHECK-LABEL: define void @variable(
; CHECK:         [[N:%.*]] = shl i32 %n, 21
; CHECK:         [[W:%.*]] = add i32 [[N]], 31457280
; CHECK:         call void @__me_cmdi_SRAM_READ(ptr %three, i32 64, i32 0, i32 13, i32 [[W]], i32 1, ptr %s)
; CHECK:         call void @__me_cmdi_DRAM_READ(ptr %d, i32 64, i32 0, i32 7, i32 %{{.*}}, i32 0, ptr %p)
; CHECK:         call void @__me_cmdi_DRAM_RBUF_RD(ptr null, i32 64, i32 0, i32 16, i32 %n, i32 0, ptr %p)
define void @variable(i32 %n) {
  %x = alloca [16 x i32], !mecc.object !0
  %d = alloca [14 x i32], !mecc.object !2
  %s = alloca i32, !mecc.object !1
  %p = alloca [2 x i32], !mecc.object !3
  %three = getelementptr i32, ptr %x, i32 3
  call void @__me_cmd_SRAM_READ(ptr %three, i32 64, i32 0, i32 %n, i32 1, ptr %s)
  call void @__me_cmd_DRAM_READ(ptr %d, i32 64, i32 0, i32 %n, i32 0, ptr %p)
  call void @__me_cmdi_DRAM_RBUF_RD(ptr null, i32 64, i32 0, i32 16, i32 %n, i32 0, ptr %p)
  ret void
}
!0 = !{!"s_in", !"x"}
!1 = !{!"signal", !"s"}
!2 = !{!"d_in", !"d"}
!3 = !{!"signal_pair", !"p"}

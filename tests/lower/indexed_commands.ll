; RUN: %lower --only=resolve-objects %s | FileCheck %s
; Commands that name a transfer register by a variable: the override word has its absolute number and the count.
declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_DRAM_WRITE(ptr, i32, i32, i32, i32, ptr)

; CHECK-LABEL: @read(
; CHECK: call void @__me_implicit_read(ptr %x, i32 0)
; CHECK: [[NUMBER:%.*]] = call i32 @__me_xfer_number(ptr %x)
; CHECK: call void @__me_cmdi_SRAM_READ(ptr %x, i32 256, i32 4, i32 8, i32 {{%.*}}, i32 1, ptr %s)
define void @read(i32 %i) {
  %x = alloca [8 x i32], !mecc.object !0
  %s = alloca i32, !mecc.object !1
  %p = getelementptr i32, ptr %x, i32 %i
  call void @__me_cmd_SRAM_READ(ptr %p, i32 256, i32 4, i32 2, i32 1, ptr %s)
  ret void
}

; Quadwords: half as many. Data that are sent need no reading.
; CHECK-LABEL: @write(
; CHECK-NOT: implicit_read
; CHECK: call void @__me_cmdi_DRAM_WRITE(ptr %d, i32 256, i32 0, i32 4, i32 {{%.*}}, i32 0, ptr %s)
define void @write(i32 %i) {
  %d = alloca [8 x i32], !mecc.object !2
  %s = alloca i32, !mecc.object !3
  %p = getelementptr i32, ptr %d, i32 %i
  call void @__me_cmd_DRAM_WRITE(ptr %p, i32 256, i32 0, i32 1, i32 0, ptr %s)
  ret void
}
!0 = !{!"s_in", !"x"}
!1 = !{!"signal", !"s"}
!2 = !{!"d_out", !"d"}
!3 = !{!"signal_pair", !"s"}

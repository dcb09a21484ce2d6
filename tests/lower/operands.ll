; Commands move transfer registers and raise signals: other objects are errors, with the declaration
; that is needed.
; RUN: not %lower --only=operands %s 2>&1 | FileCheck %s
target datalayout = "E-m:e-p:32:32-p1:32:32-p2:32:32-p3:32:32-p4:32:32-p5:32:32-i64:64-n32-S64-a:0:32"
declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_DRAM_WRITE(ptr, i32, i32, i32, i32, ptr)
declare void @__me_wait_all(ptr, ...)

define void @right() {
  %x = alloca [4 x i32], !mecc.object !0
  %s = alloca i32, !mecc.object !1
  %p = alloca [2 x i32], !mecc.object !2
  call void @__me_cmd_SRAM_READ(ptr %x, i32 0, i32 0, i32 4, i32 0, ptr %s)
  call void @__me_cmd_DRAM_WRITE(ptr null, i32 0, i32 0, i32 1, i32 0, ptr %p)
  call void (ptr, ...) @__me_wait_all(ptr %s, ptr %p)
  ret void
}
; CHECK-NOT: error
; CHECK: error: 'local' lives in ordinary memory where transfer registers are needed; declare it __declspec(dram_read_reg) to receive or __declspec(dram_write_reg) to send
; CHECK: error: this pointer leads to ordinary memory where a signal is needed; declare it SIGNAL
; CHECK: error: half of the pair 'pair', whose signals come together; name the pair: &pair
; CHECK-NOT: error
define void @wrong(ptr %anything) {
  %local = alloca [2 x i32]
  %p = alloca [2 x i32], !mecc.object !2
  call void @__me_cmd_DRAM_WRITE(ptr %local, i32 0, i32 0, i32 1, i32 0, ptr %p)
  call void (ptr, ...) @__me_wait_all(ptr %anything)
  %odd = getelementptr i32, ptr %p, i32 1
  call void (ptr, ...) @__me_wait_all(ptr %odd)
  ret void
}
!0 = !{!"s_in", !"x"}
!1 = !{!"signal", !"s"}
!2 = !{!"signal_pair", !"pair"}

; Waits for signals that nothing raises never end; two commands in flight with one signal are
; confused.
; RUN: not %lower --only=signals -Wall %s 2>&1 | FileCheck %s --implicit-check-not=either
declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_wait_all(ptr, ...)
declare void @__me_wait_any(ptr, ...)
declare i32 @__me_signal_test(ptr)

define void @right() {
  %s = alloca i32, !mecc.object !0
  call void @__me_cmd_SRAM_READ(ptr null, i32 0, i32 0, i32 1, i32 0, ptr %s)
  call void (ptr, ...) @__me_wait_all(ptr %s)
  ret void
}
; A wait for any of two signals may end by either, so a later wait may be right on every path.
define void @any(i1 %first) {
  %s = alloca i32, !mecc.object !4
  %t = alloca i32, !mecc.object !5
  call void @__me_cmd_SRAM_READ(ptr null, i32 0, i32 0, i32 1, i32 0, ptr %t)
  br i1 %first, label %read, label %wait
read:
  call void @__me_cmd_SRAM_READ(ptr null, i32 0, i32 0, i32 1, i32 0, ptr %s)
  br label %wait
wait:
  call void (ptr, ...) @__me_wait_any(ptr %s, ptr %t)
  call void (ptr, ...) @__me_wait_all(ptr %s)
  ret void
}
; A test that finds the signal takes it. The other path must wait.
define void @tested() {
  %s = alloca i32, !mecc.object !6
  call void @__me_cmd_SRAM_READ(ptr null, i32 0, i32 0, i32 1, i32 0, ptr %s)
  %set = call i32 @__me_signal_test(ptr %s)
  %taken = icmp ne i32 %set, 0
  br i1 %taken, label %done, label %wait
done:
  ret void
wait:
  call void (ptr, ...) @__me_wait_all(ptr %s)
  ret void
}
; CHECK-NOT: error
; CHECK: error: nothing raises 'silent', so this wait never ends
define void @silent() {
  %s = alloca i32, !mecc.object !1
  call void (ptr, ...) @__me_wait_all(ptr %s)
  ret void
}
; CHECK: error: 'twice' is waited for again, but nothing has raised it since, so this wait never ends
define void @again() {
  %s = alloca i32, !mecc.object !2
  call void @__me_cmd_SRAM_READ(ptr null, i32 0, i32 0, i32 1, i32 0, ptr %s)
  call void (ptr, ...) @__me_wait_all(ptr %s)
  call void (ptr, ...) @__me_wait_all(ptr %s)
  ret void
}
; CHECK: error: 'both' is given to this command while another one has it: it is unknown which of them is done
define void @both() {
  %s = alloca i32, !mecc.object !3
  call void @__me_cmd_SRAM_READ(ptr null, i32 0, i32 0, i32 1, i32 0, ptr %s)
  call void @__me_cmd_SRAM_READ(ptr null, i32 4, i32 0, i32 1, i32 0, ptr %s)
  call void (ptr, ...) @__me_wait_all(ptr %s)
  ret void
}
; CHECK: error: nothing raises 'member', so this wait never ends
define void @member() {
  %s = alloca [2 x i32], !mecc.object !7
  %p = getelementptr i32, ptr %s, i32 1
  call void (ptr, ...) @__me_wait_all(ptr %p)
  ret void
}
!0 = !{!"signal", !"s"}
!1 = !{!"signal", !"silent"}
!2 = !{!"signal", !"twice"}
!3 = !{!"signal", !"both"}
!4 = !{!"signal", !"either_s"}
!5 = !{!"signal", !"either_t"}
!6 = !{!"signal", !"either_tested"}
!7 = !{!"signal", !"member"}

; Testing a pair: the branch takes one half, a wait after it the other.
; RUN: %mecc_codegen %s | %FileCheck %s

declare void @__me_cmd_DRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_wait_any(ptr, ...)
declare void @__me_wait_all(ptr, ...)
declare i32 @__me_signal_test(ptr)

; CHECK: dram[read, $$0, {{.*}}, sig_done[s2]
; CHECK: sram[read, $0, {{.*}}, sig_done[s1]
; CHECK: ctx_arb[s1, s2], any
; CHECK: br_signal[s2,
; CHECK: ctx_arb[s1]
; CHECK: br_!signal[s2,
; CHECK: ctx_arb[s3]
define void @main() {
  %d = alloca [2 x i32], !mecc.object !{!"d_in", !"d"}
  %s = alloca i32, !mecc.object !{!"s_in", !"s"}
  %dsig = alloca i32, !mecc.object !{!"signal", !"dsig"}
  %ssig = alloca i32, !mecc.object !{!"signal", !"ssig"}
  call void @__me_cmd_DRAM_READ(ptr %d, i32 0, i32 0, i32 1, i32 0, ptr %dsig)
  call void @__me_cmd_SRAM_READ(ptr %s, i32 0, i32 0, i32 1, i32 0, ptr %ssig)
  call void (ptr, ...) @__me_wait_any(ptr %dsig, ptr %ssig)
  %t = call i32 @__me_signal_test(ptr %dsig)
  %set = icmp ne i32 %t, 0
  br i1 %set, label %yes, label %no
no:
  call void (ptr, ...) @__me_wait_all(ptr %ssig)
  br label %again
again:
  %t2 = call i32 @__me_signal_test(ptr %dsig)
  %set2 = icmp ne i32 %t2, 0
  br i1 %set2, label %yes, label %again
yes:
  ret void
}

; Buffers that are never in flight together share registers; so do signals when they must.
; RUN: %mecc_codegen %s | %FileCheck %s

declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_SRAM_WRITE(ptr, i32, i32, i32, i32, ptr)
declare void @__me_wait_all(ptr, ...)

; CHECK: sram[read, $0, {{.*}}, 8], ctx_swap[s1]
; CHECK: sram[read, $0, {{.*}}, 8], ctx_swap[s2]
; The data that goes out may not change before its signal is there.
; CHECK: sram[write, $0, {{.*}}, 1], sig_done[s1]
; CHECK: alu[$1,
; CHECK: sram[write, $1, {{.*}}, 1], sig_done[s2]
; CHECK: ctx_arb[s1, s2]
define void @main() {
  %first = alloca [8 x i32], !mecc.object !{!"s_in", !"first"}
  %second = alloca [8 x i32], !mecc.object !{!"s_in", !"second"}
  %out1 = alloca i32, !mecc.object !{!"s_out", !"out1"}
  %out2 = alloca i32, !mecc.object !{!"s_out", !"out2"}
  %s1 = alloca i32, !mecc.object !{!"signal", !"s1"}
  %s2 = alloca i32, !mecc.object !{!"signal", !"s2"}
  call void @__me_cmd_SRAM_READ(ptr %first, i32 0, i32 0, i32 8, i32 1, ptr %s1)
  %a = load i32, ptr %first
  call void @__me_cmd_SRAM_READ(ptr %second, i32 32, i32 0, i32 8, i32 1, ptr %s2)
  %b = load i32, ptr %second
  store i32 %a, ptr %out1
  call void @__me_cmd_SRAM_WRITE(ptr %out1, i32 64, i32 0, i32 1, i32 0, ptr %s1)
  store i32 %b, ptr %out2
  call void @__me_cmd_SRAM_WRITE(ptr %out2, i32 68, i32 0, i32 1, i32 0, ptr %s2)
  call void (ptr, ...) @__me_wait_all(ptr %s1, ptr %s2)
  ret void
}

; One buffer on each side, a DRAM buffer, a plain signal and one that a DRAM command makes a pair.
; RUN: %mecc_codegen %s | %FileCheck %s

declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_SRAM_WRITE(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_DRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_wait_all(ptr, ...)

; CHECK-LABEL: main#:
; CHECK: sram[read, $0, [[P:a[0-9]+]], 0x0, 4], ctx_swap[[[S:s[0-9]+]]]
; CHECK: dram[read, $$0, [[P]], 0x0, 2], sig_done[s2]
; CHECK-DAG: $0
; CHECK-DAG: $1
; CHECK: sram[write, $0, [[P]], 0x10, 2], sig_done[[[S]]]
; CHECK: ctx_arb[[[S]], s2, s3]
; CHECK: $$3
define void @main() {
  %in = alloca [4 x i32], !mecc.object !{!"s_in", !"in"}
  %out = alloca [4 x i32], !mecc.object !{!"s_out", !"out"}
  %d = alloca [4 x i32], !mecc.object !{!"d_in", !"d"}
  %sig = alloca i32, !mecc.object !{!"signal", !"sig"}
  %dsig = alloca i32, !mecc.object !{!"signal", !"dsig"}
  br label %loop
loop:
  %p = phi i32 [ 256, %0 ], [ %q, %loop ]
  call void @__me_cmd_SRAM_READ(ptr %in, i32 %p, i32 0, i32 4, i32 1, ptr %sig)
  call void @__me_cmd_DRAM_READ(ptr %d, i32 %p, i32 0, i32 2, i32 0, ptr %dsig)
  %a = load i32, ptr %in
  %in1 = getelementptr i32, ptr %in, i32 1
  %b = load i32, ptr %in1
  %s = add i32 %a, %b
  store i32 %s, ptr %out
  %out1 = getelementptr i32, ptr %out, i32 1
  store i32 7, ptr %out1
  call void @__me_cmd_SRAM_WRITE(ptr %out, i32 %p, i32 16, i32 2, i32 0, ptr %sig)
  call void (ptr, ...) @__me_wait_all(ptr %sig, ptr %dsig)
  %d3 = getelementptr i32, ptr %d, i32 3
  %v = load i32, ptr %d3
  %q = add i32 %v, %p
  br label %loop
}

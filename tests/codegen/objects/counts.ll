; A command whose count only the running program knows may leave the last of its registers as they
; were: nothing else is put there meanwhile.
; RUN: %mecc_codegen %s | %FileCheck %s

declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmdi_SRAM_READ(ptr, i32, i32, i32, i32, i32, ptr)
declare void @__me_cmd_SRAM_WRITE(ptr, i32, i32, i32, i32, ptr)

; CHECK: sram[read, $0, {{.*}}, 8], ctx_swap[s1]
; CHECK: sram[read, $8, {{.*}}, 8], ctx_swap[s1]
; CHECK: sram[read, $0, {{.*}}, 8], indirect_ref, ctx_swap[s1]
define void @main() {
  %x = alloca [8 x i32], !mecc.object !{!"s_in", !"x"}
  %other = alloca [8 x i32], !mecc.object !{!"s_in", !"other"}
  %out = alloca [2 x i32], !mecc.object !{!"s_out", !"out"}
  %s = alloca i32, !mecc.object !{!"signal", !"s"}
  call void @__me_cmd_SRAM_READ(ptr %x, i32 0, i32 0, i32 8, i32 1, ptr %s)
  call void @__me_cmd_SRAM_READ(ptr %other, i32 32, i32 0, i32 8, i32 1, ptr %s)
  %n = load i32, ptr %other
  %shifted = shl i32 %n, 21
  %word = add i32 %shifted, 31457280
  call void @__me_cmdi_SRAM_READ(ptr %x, i32 64, i32 0, i32 8, i32 %word, i32 1, ptr %s)
  %last = getelementptr i32, ptr %x, i32 7
  %v = load i32, ptr %last
  store i32 %v, ptr %out
  call void @__me_cmd_SRAM_WRITE(ptr %out, i32 0, i32 0, i32 1, i32 1, ptr %s)
  ret void
}

; Twelve for sure: the registers are free before. No write to the last register
; sent comes after the command.
; CHECK-LABEL: twelve#:
; CHECK: sram[read, $0, {{.*}}, 8], ctx_swap[s1]
; CHECK: sram[read, $0, {{.*}}, 8], indirect_ref, ctx_swap[s1]
; CHECK: alu[$11,
; CHECK: sram[write, $0, {{.*}}, 8], indirect_ref, ctx_swap[s1]
; CHECK-NOT: alu[$
define i32 @twelve() noinline {
  %x = alloca [12 x i32], !mecc.object !{!"s_in", !"x"}
  %other = alloca [12 x i32], !mecc.object !{!"s_in", !"other"}
  %out = alloca [12 x i32], !mecc.object !{!"s_out", !"out"}
  %s = alloca i32, !mecc.object !{!"signal", !"s"}
  call void @__me_cmd_SRAM_READ(ptr %other, i32 32, i32 0, i32 8, i32 1, ptr %s)
  %n = load i32, ptr %other
  call void @__me_cmdi_SRAM_READ(ptr %x, i32 64, i32 0, i32 12, i32 56623104, i32 1, ptr %s)
  %last = getelementptr i32, ptr %x, i32 11
  %v = load i32, ptr %last
  %r = add i32 %n, %v
  %last_out = getelementptr i32, ptr %out, i32 11
  store i32 %r, ptr %last_out
  call void @__me_cmdi_SRAM_WRITE(ptr %out, i32 64, i32 0, i32 12, i32 56623104, i32 1, ptr %s)
  ret i32 %r
}
declare void @__me_cmdi_SRAM_WRITE(ptr, i32, i32, i32, i32, i32, ptr)

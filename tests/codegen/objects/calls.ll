; Objects that are in use over a call keep off all registers of the callee and of its callees.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s

declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_wait_all(ptr, ...)

; CHECK-LABEL: main#:
; The buffer in flight during the call follows the callee's four registers.
; CHECK: sram[read, $4, {{.*}}, 4], sig_done[s3]
; CHECK: br[
; CHECK: ctx_arb[s3]
; The other buffer may share the callee's registers.
; CHECK: sram[read, $0, {{.*}}, 2], ctx_swap[s2]
; CHECK-LABEL: inner#:
; CHECK: sram[read, $0, {{.*}}, 4], ctx_swap[s2]
define internal i32 @inner(i32 %p) noinline {
  %b = alloca [4 x i32], !mecc.object !{!"s_in", !"b"}
  %pinned = alloca i32, !mecc.object !{!"signal", !"pinned", !"pin", i32 1}
  %s = alloca i32, !mecc.object !{!"signal", !"s"}
  call void (ptr, ...) @__me_wait_all(ptr %pinned)
  call void @__me_cmd_SRAM_READ(ptr %b, i32 %p, i32 0, i32 4, i32 1, ptr %s)
  %v = load i32, ptr %b
  ret i32 %v
}

define internal i32 @outer(i32 %p) noinline {
  %v = call i32 @inner(i32 %p)
  %w = add i32 %v, 1
  ret i32 %w
}

define void @main() {
  %a = alloca [4 x i32], !mecc.object !{!"s_in", !"a"}
  %c = alloca [2 x i32], !mecc.object !{!"s_in", !"c"}
  %s1 = alloca i32, !mecc.object !{!"signal", !"s1"}
  %s2 = alloca i32, !mecc.object !{!"signal", !"s2"}
  call void @__me_cmd_SRAM_READ(ptr %a, i32 64, i32 0, i32 4, i32 0, ptr %s1)
  %v = call i32 @outer(i32 0)
  call void (ptr, ...) @__me_wait_all(ptr %s1)
  %x = load i32, ptr %a
  %y = add i32 %x, %v
  call void @__me_cmd_SRAM_READ(ptr %c, i32 %y, i32 0, i32 2, i32 1, ptr %s2)
  ret void
}

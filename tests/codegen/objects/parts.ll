; A part of an object is found by the command that names it, wherever its address was computed.
; RUN: %mecc_codegen %s | %FileCheck %s

declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_csr_wr(i32, i32)
declare i32 @__me_csr_rd(i32)

; CHECK: sram[read, $0, {{.*}}, 2], ctx_swap
; CHECK: sram[read, $2, {{.*}}, 2], ctx_swap
define void @main() {
  %x = alloca [4 x i32], !mecc.object !{!"s_in", !"x"}
  %s = alloca i32, !mecc.object !{!"signal", !"s"}
  %part = getelementptr i32, ptr %x, i32 2
  br label %loop
loop:
  %n = phi i32 [ 0, %0 ], [ %next, %loop ]
  call void @__me_cmd_SRAM_READ(ptr %x, i32 %n, i32 0, i32 2, i32 1, ptr %s)
  %a = load i32, ptr %x
  call void @__me_cmd_SRAM_READ(ptr %part, i32 %n, i32 8, i32 2, i32 1, ptr %s)
  %b = load i32, ptr %part
  %sum = add i32 %a, %b
  call void @__me_csr_wr(i32 332, i32 %sum)
  %next = add i32 %n, 16
  %more = icmp ult i32 %next, 512
  br i1 %more, label %loop, label %end
end:
  ret void
}

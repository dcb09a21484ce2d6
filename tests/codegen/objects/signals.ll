; Seven pairs and two single signals in flight at once are one too many.
; RUN: not %mecc_codegen %s 2>&1 | %FileCheck %s

declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_DRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_wait_all(ptr, ...)

; CHECK: error: more than 15 signals are in use at the same time: i finds no number beside a (2), b (2), c (2), d (2), e (2), f (2), g (2), h; wait for some of them earlier
define void @main() {
  %a = alloca i32, !mecc.object !{!"signal", !"a"}
  %b = alloca i32, !mecc.object !{!"signal", !"b"}
  %c = alloca i32, !mecc.object !{!"signal", !"c"}
  %d = alloca i32, !mecc.object !{!"signal", !"d"}
  %e = alloca i32, !mecc.object !{!"signal", !"e"}
  %f = alloca i32, !mecc.object !{!"signal", !"f"}
  %g = alloca i32, !mecc.object !{!"signal", !"g"}
  %h = alloca i32, !mecc.object !{!"signal", !"h"}
  %i = alloca i32, !mecc.object !{!"signal", !"i"}
  %x7 = alloca i32, !mecc.object !{!"s_in", !"x7"}
  %x8 = alloca i32, !mecc.object !{!"s_in", !"x8"}
  %buffer = alloca [14 x i32], !mecc.object !{!"d_in", !"buffer"}
  call void @__me_cmd_DRAM_READ(ptr %buffer, i32 0, i32 0, i32 1, i32 0, ptr %a)
  %p1 = getelementptr i32, ptr %buffer, i32 2
  call void @__me_cmd_DRAM_READ(ptr %p1, i32 8, i32 0, i32 1, i32 0, ptr %b)
  %p2 = getelementptr i32, ptr %buffer, i32 4
  call void @__me_cmd_DRAM_READ(ptr %p2, i32 16, i32 0, i32 1, i32 0, ptr %c)
  %p3 = getelementptr i32, ptr %buffer, i32 6
  call void @__me_cmd_DRAM_READ(ptr %p3, i32 24, i32 0, i32 1, i32 0, ptr %d)
  %p4 = getelementptr i32, ptr %buffer, i32 8
  call void @__me_cmd_DRAM_READ(ptr %p4, i32 32, i32 0, i32 1, i32 0, ptr %e)
  %p5 = getelementptr i32, ptr %buffer, i32 10
  call void @__me_cmd_DRAM_READ(ptr %p5, i32 40, i32 0, i32 1, i32 0, ptr %f)
  %p6 = getelementptr i32, ptr %buffer, i32 12
  call void @__me_cmd_DRAM_READ(ptr %p6, i32 48, i32 0, i32 1, i32 0, ptr %g)
  call void @__me_cmd_SRAM_READ(ptr %x7, i32 56, i32 0, i32 1, i32 0, ptr %h)
  call void @__me_cmd_SRAM_READ(ptr %x8, i32 64, i32 0, i32 1, i32 0, ptr %i)
  call void (ptr, ...) @__me_wait_all(ptr %a, ptr %b, ptr %c, ptr %d, ptr %e, ptr %f, ptr %g, ptr %h, ptr %i)
  ret void
}

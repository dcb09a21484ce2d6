; Invalid uses of register objects, with their positions.
; RUN: not %mecc_codegen %s 2>&1 | %FileCheck %s

declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_SRAM_WRITE(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_DRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_wait_all(ptr, ...)
declare void @__me_csr_wr(i32, i32)

define void @main() !dbg !5 {
  %in = alloca [2 x i32], !mecc.object !{!"s_in", !"in"}
  %out = alloca [2 x i32], !mecc.object !{!"s_out", !"out"}
  %quads = alloca [4 x i32], !mecc.object !{!"d_in", !"quads"}
  %sig = alloca i32, !mecc.object !{!"signal", !"sig"}
  %seven = alloca i32, !mecc.object !{!"signal_pair", !"seven", !"pin", i32 7}
; CHECK: x.c:1:1: error: out is a write register, which instructions cannot read; keep the value
  %a = load i32, ptr %out, !dbg !11
; CHECK: x.c:2:1: error: in is a read register, which instructions cannot write
  store i32 %a, ptr %in, !dbg !12
; CHECK: x.c:3:1: error: sram[read] delivers into read registers and out is a write register
  call void @__me_cmd_SRAM_READ(ptr %out, i32 0, i32 0, i32 2, i32 1, ptr %sig), !dbg !13
; CHECK: x.c:4:1: error: sram[write] takes its data from write registers and in is a read register
  call void @__me_cmd_SRAM_WRITE(ptr %in, i32 0, i32 0, i32 2, i32 1, ptr %sig), !dbg !14
; CHECK: x.c:5:1: error: dram[read] takes a DRAM transfer register, which in is not
  call void @__me_cmd_DRAM_READ(ptr %in, i32 0, i32 0, i32 1, i32 1, ptr %seven), !dbg !15
; CHECK: x.c:6:1: error: sram[read] moves 4 longwords and only 2 of in are left there
  call void @__me_cmd_SRAM_READ(ptr %in, i32 0, i32 0, i32 4, i32 1, ptr %sig), !dbg !16
  %odd = getelementptr i32, ptr %quads, i32 1
; CHECK: x.c:7:1: error: dram[read] moves quadwords: the first longword of quads must be an even one
  call void @__me_cmd_DRAM_READ(ptr %odd, i32 0, i32 0, i32 1, i32 0, ptr %seven), !dbg !17
; CHECK: x.c:5:1: error: seven cannot have number 7: commands that send two signals need an even one
  call void (ptr, ...) @__me_wait_all(ptr %seven), !dbg !18
  %b = load i32, ptr %in, !dbg !18
  call void @__me_csr_wr(i32 332, i32 %b)
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "x.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "main", file: !1, unit: !0, line: 5, type: !6)
!6 = !DISubroutineType(types: !{})
!11 = !DILocation(line: 1, column: 1, scope: !5)
!12 = !DILocation(line: 2, column: 1, scope: !5)
!13 = !DILocation(line: 3, column: 1, scope: !5)
!14 = !DILocation(line: 4, column: 1, scope: !5)
!15 = !DILocation(line: 5, column: 1, scope: !5)
!16 = !DILocation(line: 6, column: 1, scope: !5)
!17 = !DILocation(line: 7, column: 1, scope: !5)
!18 = !DILocation(line: 8, column: 1, scope: !5)

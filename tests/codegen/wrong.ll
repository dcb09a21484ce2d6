; Errors of the backend.
; RUN: rm -rf %t && %split-file %s %t
; RUN: not %mecc_codegen %t/exhausted.ll 2>&1 | %FileCheck %t/exhausted.ll
; RUN: not %mecc_codegen %t/misuse.ll 2>&1 | %FileCheck %t/misuse.ll
; RUN: not %mecc_codegen %t/signals.ll 2>&1 | %FileCheck %t/signals.ll
; RUN: not %mecc_codegen %t/no_kind.ll 2>&1 | %FileCheck %t/no_kind.ll
; RUN: not %mecc_codegen %t/no_name.ll 2>&1 | %FileCheck %t/no_name.ll
; RUN: not %mecc_codegen %t/no_number.ll 2>&1 | %FileCheck %t/no_number.ll
; RUN: not %mecc_codegen -stop-after=check %t/rules.ll 2>&1 | %FileCheck %t/rules.ll

;--- exhausted.ll
; Two buffers in flight together are larger than the register file.

declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_wait_all(ptr, ...)

; CHECK: x.c:7:3: error: SRAM transfer registers are exhausted: second (8 longwords) finds no place among 16 beside first (8), third (8); use smaller buffers
; CHECK-NOT: error
define void @main() !dbg !5 {
  %first = alloca [8 x i32], !mecc.object !{!"s_in", !"first"}
  %third = alloca [8 x i32], !mecc.object !{!"s_in", !"third"}
  %second = alloca [8 x i32], !mecc.object !{!"s_in", !"second"}
  %s1 = alloca i32, !mecc.object !{!"signal", !"s1"}
  %s2 = alloca i32, !mecc.object !{!"signal", !"s2"}
  %s3 = alloca i32, !mecc.object !{!"signal", !"s3"}
  call void @__me_cmd_SRAM_READ(ptr %first, i32 0, i32 0, i32 8, i32 0, ptr %s1), !dbg !8
  call void @__me_cmd_SRAM_READ(ptr %second, i32 32, i32 0, i32 8, i32 0, ptr %s2), !dbg !9
  call void @__me_cmd_SRAM_READ(ptr %third, i32 64, i32 0, i32 8, i32 0, ptr %s3), !dbg !8
  call void (ptr, ...) @__me_wait_all(ptr %s1, ptr %s2, ptr %s3)
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "x.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "main", file: !1, unit: !0, line: 5, type: !6)
!6 = !DISubroutineType(types: !{})
!8 = !DILocation(line: 6, column: 3, scope: !5)
!9 = !DILocation(line: 7, column: 3, scope: !5)
;--- no_kind.ll
; CHECK: x: malformed !mecc.object, expected !{!"kind", !"name"} or
define void @main() {
  %x = alloca i32, !mecc.object !{}
  store volatile i32 1, ptr %x
  ret void
}
;--- no_name.ll
; CHECK: table: malformed !mecc.object, expected
@table = global i32 0, !mecc.object !{!"s_in", i32 5}
define void @main() {
  %v = load i32, ptr @table
  ret void
}
;--- no_number.ll
; CHECK: x: malformed !mecc.object, expected
define void @main() {
  %x = alloca i32, !mecc.object !{!"s_in", !"x", !"pin", null}
  store volatile i32 1, ptr %x
  ret void
}
;--- misuse.ll
; Invalid uses of register objects, with their positions.

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
;--- signals.ll
; Seven pairs and two single signals in flight at once are one too many.

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
;--- rules.ll
; Inline assembly that the hardware executes differently from its apparent meaning is an error.

; CHECK: error: a pointer can be moved only once by an instruction; drop one ++ or --
; CHECK: error: local_csr_rd delivers its value through the next instruction, which must be immed[register, 0]
define void @main() {
  call void asm sideeffect "local_csr_rd[TIMESTAMP_LOW]\0Anop", ""()
  %x = call i32 @__me_csr_rd(i32 192)
  call void asm sideeffect "alu[*l$$index0++, *l$$index0++, +, $0]", "r"(i32 %x)
  ret void
}
declare i32 @__me_csr_rd(i32)

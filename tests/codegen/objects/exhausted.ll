; Two buffers in flight together are larger than the register file.
; RUN: not %mecc_codegen %s 2>&1 | %FileCheck %s

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

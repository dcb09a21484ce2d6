; ixp_print becomes a label of the debug information and an expression of variables; its operands
; leave the code.
; RUN: %lower --only=debug-points %s | FileCheck %s
@format = private constant [7 x i8] c"n = %d\00"
declare void @__me_debug_print(i32, ptr, ...)

; CHECK-NOT:   @format
; CHECK-LABEL: define i32 @main(
; CHECK:         %v = load i32, ptr %n
; CHECK-NEXT:    #dbg_label([[LABEL:![0-9]+]], [[AT:![0-9]+]])
; CHECK-NEXT:    ret i32 %v
define i32 @main() !dbg !3 {
  %n = alloca i32
  #dbg_declare(ptr %n, !5, !DIExpression(), !6)
  %v = load i32, ptr %n, !dbg !6
  %w = load i32, ptr %n, !dbg !7
  %sum = add i32 %w, 2, !dbg !7
  call void (i32, ptr, ...) @__me_debug_print(i32 1, ptr @format, i32 %sum), !dbg !7
  ret i32 %v
}
; CHECK-DAG: !mecc.debug_points = !{[[POINT:![0-9]+]]}
; CHECK-DAG: [[N:![0-9]+]] = !DILocalVariable(name: "n"
; CHECK-DAG: [[LABEL]] = !DILabel({{.*}}name: "ixp_debug.0", {{.*}}line: 4)
; CHECK-DAG: [[POINT]] = !{!"ixp_debug.0", i32 0, !"n = %d", [[AT]], [[CONDITION:![0-9]+]], [[VALUE:![0-9]+]]}
; CHECK-DAG: [[CONDITION]] = !{i32 1}
; CHECK-DAG: [[VALUE]] = !{[[VARIABLE:![0-9]+]], i32 2, !"+"}
; CHECK-DAG: [[VARIABLE]] = !{[[N]], i32 0, i32 32}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "x.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "main", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocalVariable(name: "n", scope: !3, file: !1, line: 2, type: !8)
!6 = !DILocation(line: 3, column: 3, scope: !3)
!7 = !DILocation(line: 4, column: 3, scope: !3)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

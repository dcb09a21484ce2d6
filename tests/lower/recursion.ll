; RUN: not %lower %s 2>&1 | FileCheck %s
target datalayout = "E-m:e-p:32:32-p1:32:32-p2:32:32-p3:32:32-p4:32:32-p5:32:32-i64:64-n32-S64-a:0:32"

; CHECK:      x.c:{{[24]}}: error: recursion {{even -> odd -> even|odd -> even -> odd}}, but there is no run-time stack; use a loop
; CHECK-DAG:  x.c:3:10: note: 'even' calls 'odd' here
; CHECK-DAG:  x.c:5:12: note: 'odd' calls 'even' here
define i32 @even(i32 %n) !dbg !4 {
  %r = call i32 @odd(i32 %n), !dbg !6
  ret i32 %r
}
define i32 @odd(i32 %n) !dbg !7 {
  %r = call i32 @even(i32 %n), !dbg !8
  ret i32 %r
}
define void @main() {
  %r = call i32 @odd(i32 3)
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "x.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "even", file: !1, line: 2, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 3, column: 10, scope: !4)
!7 = distinct !DISubprogram(name: "odd", file: !1, line: 4, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 5, column: 12, scope: !7)

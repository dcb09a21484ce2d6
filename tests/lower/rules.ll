; Errors for operations that the machine lacks, with position and remedy.
; RUN: not %lower --only=rules %s 2>&1 | FileCheck %s

declare void @missing()

; CHECK-DAG: x.c:3:7: error: floating point is not supported
define i32 @half(i32 %x) !dbg !4 {
  %f = sitofp i32 %x to float, !dbg !6
  %h = fmul float %f, 5.0e-01, !dbg !6
  %i = fptosi float %h to i32, !dbg !6
  ret i32 %i
}

; CHECK-DAG: x.c:5:9: error: call through a pointer
define void @jump(ptr %f) !dbg !7 {
  call void %f(), !dbg !8
  ret void
}

; CHECK-DAG: x.c:7:3: error: array of variable length
define void @vla(i32 %n) !dbg !9 {
  %a = alloca i32, i32 %n, !dbg !10
  ret void
}

; CHECK-DAG: x.c:9: error: function 'print' takes a variable number of arguments
define void @print(ptr %format, ...) !dbg !11 {
  ret void
}

define void @main() {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "x.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "half", file: !1, line: 2, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 3, column: 7, scope: !4)
!7 = distinct !DISubprogram(name: "jump", file: !1, line: 4, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 5, column: 9, scope: !7)
!9 = distinct !DISubprogram(name: "vla", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!10 = !DILocation(line: 7, column: 3, scope: !9)
!11 = distinct !DISubprogram(name: "print", file: !1, line: 9, type: !3, unit: !0, spFlags: DISPFlagDefinition)

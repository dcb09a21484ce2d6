; RUN: %lower --only=many-arguments %s | FileCheck %s
; Arguments without a register go through memory of the caller; the last argument points to it.

; CHECK: define internal i64 @sixteen(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h)
define internal i64 @sixteen(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h) {
  ret i64 %h
}

; CHECK-LABEL: define void @main(
; CHECK: [[REST:%.*]] = alloca { i64, i8 }
; CHECK: getelementptr inbounds {{.*}}{ i64, i8 }, ptr [[REST]], i32 0, i32 0
; CHECK: store i64 8,
; CHECK: store i8 9,
; CHECK: call i64 @wide(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, ptr [[REST]])
define void @main() {
  %s = call i64 @sixteen(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8)
  %w = call i64 @wide(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i8 9)
  ret void
}

; CHECK: define internal i64 @wide(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, ptr %rest)
; CHECK: %h = load i64, ptr
; CHECK: %i = load i8, ptr
; CHECK: #dbg_value(i8 %i
define internal i64 @wide(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, i8 %i) memory(none) !dbg !2 {
  #dbg_value(i8 %i, !4, !DIExpression(), !6)
  %x = zext i8 %i to i64
  %y = add i64 %h, %x
  ret i64 %y
}

; The function reads memory now: calls with other arguments in it are other calls.
; CHECK: attributes #{{[0-9]+}} = { memory(argmem: read) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!7}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "wide.c", directory: "")
!2 = distinct !DISubprogram(name: "wide", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!3 = !DISubroutineType(types: !{})
!4 = !DILocalVariable(name: "i", scope: !2, file: !1, line: 1, type: !5)
!5 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!6 = !DILocation(line: 1, scope: !2)
!7 = !{i32 2, !"Debug Info Version", i32 3}

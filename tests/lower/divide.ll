; Division by constants is arithmetic, by variables a call.
; RUN: %lower --only=divide %s | FileCheck %s

define i32 @__me_udiv32(i32 %a, i32 %b) {
  ret i32 0
}
define i64 @__me_srem64(i64 %a, i64 %b) {
  ret i64 0
}

; CHECK-LABEL: define i32 @constant(
; CHECK:         [[W:%.*]] = zext i32 %x to i64
; CHECK-NEXT:    [[M:%.*]] = mul i64 [[W]], 3435973837
; CHECK-NEXT:    [[H:%.*]] = lshr i64 [[M]], 32
; CHECK-NEXT:    [[T:%.*]] = trunc i64 [[H]] to i32
; CHECK-NEXT:    [[Q:%.*]] = lshr i32 [[T]], 3
; CHECK-NEXT:    [[P:%.*]] = mul i32 [[Q]], 10
; CHECK-NEXT:    [[R:%.*]] = sub i32 %x, [[P]]
; CHECK-NEXT:    ret i32 [[R]]
define i32 @constant(i32 %x) {
  %r = urem i32 %x, 10
  ret i32 %r
}

; Rounding towards zero.
; CHECK-LABEL: define i16 @power(
; CHECK:         [[W:%.*]] = sext i16 %x to i32
; CHECK-NEXT:    [[S:%.*]] = ashr i32 [[W]], 31
; CHECK-NEXT:    [[L:%.*]] = lshr i32 [[S]], 29
; CHECK-NEXT:    [[A:%.*]] = add i32 [[W]], [[L]]
; CHECK-NEXT:    [[Q:%.*]] = ashr i32 [[A]], 3
; CHECK-NEXT:    trunc i32 [[Q]] to i16
define i16 @power(i16 %x) {
  %r = sdiv i16 %x, 8
  ret i16 %r
}

; CHECK-LABEL: define i8 @variable(
; CHECK:         [[Q:%.*]] = call i32 @__me_udiv32(i32 %{{.*}}, i32 %{{.*}})
; CHECK-NEXT:    trunc i32 [[Q]] to i8
define i8 @variable(i8 %x, i8 %y) {
  %r = udiv i8 %x, %y
  ret i8 %r
}

; CHECK-LABEL: define i64 @wide(
; CHECK:         call i64 @__me_srem64(i64 %x, i64 1000)
define i64 @wide(i64 %x) {
  %r = srem i64 %x, 1000
  ret i64 %r
}

; A call needs a place where the optimiser has lost that of the division.
; CHECK-LABEL: define i32 @moved(
; CHECK:         call i32 @__me_udiv32(i32 %x, i32 %y), !dbg [[PLACE:![0-9]+]]
; CHECK:       [[PLACE]] = !DILocation(line: 0, scope: {{![0-9]+}})
define i32 @moved(i32 %x, i32 %y) !dbg !3 {
  %q = udiv i32 %x, %y
  ret i32 %q
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "divide.c", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "moved", file: !1, unit: !0, type: !4, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{}

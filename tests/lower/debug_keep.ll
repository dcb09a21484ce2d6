; Optimisers may change bits that no instruction needs. Debug records that show them end there.
; RUN: %lower -O1 --only=optimise %s | FileCheck %s

; The constant loses bits, and the record its location.
; CHECK-LABEL: @constant(
; CHECK:         #dbg_value(i32 %x, [[Y:![0-9]+]],
; CHECK-NEXT:    #dbg_value(i32 poison, [[Y]],
define i32 @constant(i32 %x) !dbg !3 {
  #dbg_value(i32 %x, !5, !DIExpression(), !6)
  %y = or i32 %x, 4660, !dbg !6
  #dbg_value(i32 %y, !5, !DIExpression(), !6)
  %z = shl i32 %y, 24, !dbg !6
  ret i32 %z, !dbg !6
}

; The shift moves into the phi, which the record must not name.
; CHECK-LABEL: @phi(
; CHECK:         phi i32 [ -2147483648,
; CHECK-NEXT:    #dbg_value(i32 poison, [[KIND:![0-9]+]],
define i32 @phi(i32 %x, i32 %y) !dbg !7 {
entry:
  #dbg_value(i32 %y, !8, !DIExpression(), !9)
  %a = icmp ult i32 %x, 10, !dbg !9
  br i1 %a, label %end, label %more
more:
  %b = icmp ult i32 %x, 20
  br i1 %b, label %end, label %last
last:
  %c = icmp ult i32 %x, 30
  br i1 %c, label %end, label %zero
zero:
  br label %end
end:
  %kind = phi i32 [ 2, %entry ], [ 5, %more ], [ 3, %last ], [ 9, %zero ]
  #dbg_value(i32 %kind, !8, !DIExpression(), !9)
  %s = shl i32 %kind, 30
  %r = or i32 %s, %y
  ret i32 %r, !dbg !9
}

; Records of values that are only simplified stay: the loop's condition has the mask's effect.
; CHECK-LABEL: @same(
; CHECK:         [[VALUE:%.*]] = phi i32
; CHECK-NEXT:    #dbg_value(i32 [[VALUE]], [[I:![0-9]+]],
; CHECK:         ret void
define void @same(ptr addrspace(3) %p) !dbg !10 {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp ult i32 %i, 8
  br i1 %c, label %body, label %end
body:
  %low = and i32 %i, 7
  #dbg_value(i32 %low, !11, !DIExpression(), !12)
  store volatile i32 %low, ptr addrspace(3) %p, !dbg !12
  %next = add i32 %i, 1
  br label %head
end:
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "keep.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "constant", file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DIBasicType(name: "unsigned", size: 32, encoding: DW_ATE_unsigned)
; CHECK-DAG: [[Y]] = !DILocalVariable(name: "y"
!5 = !DILocalVariable(name: "y", scope: !3, file: !1, line: 2, type: !4)
!6 = !DILocation(line: 2, scope: !3)
!7 = distinct !DISubprogram(name: "phi", file: !1, line: 3, unit: !0, spFlags: DISPFlagDefinition)
; CHECK-DAG: [[KIND]] = !DILocalVariable(name: "kind"
!8 = !DILocalVariable(name: "kind", scope: !7, file: !1, line: 4, type: !4)
!9 = !DILocation(line: 4, scope: !7)
!10 = distinct !DISubprogram(name: "same", file: !1, line: 5, unit: !0, spFlags: DISPFlagDefinition)
; CHECK-DAG: [[I]] = !DILocalVariable(name: "low"
!11 = !DILocalVariable(name: "low", scope: !10, file: !1, line: 6, type: !4)
!12 = !DILocation(line: 6, scope: !10)

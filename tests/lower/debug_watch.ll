; A variable whose address escapes stays in memory. Where LLVM keeps it in a register meanwhile, its memory has an old
; value, and the variable loses its location; elsewhere it keeps it.
; RUN: %lower -O1 --only=optimise %s | FileCheck %s
; RUN: %lower -O0 --only=optimise %s | FileCheck %s --check-prefix=CFG

@seen = external global ptr
declare void @look()

; LICM stores the counter only after the loop.
; CHECK-LABEL: @loop(
; CHECK-NOT:     #dbg_declare
; CHECK:         phi i32
; CHECK-NOT:     store i32
; CHECK:         br i1
; CHECK:         store i32
define void @loop(ptr addrspace(3) %p, i32 %n) !dbg !3 {
entry:
  %i = alloca i32
  #dbg_declare(ptr %i, !5, !DIExpression(), !6)
  store i32 1, ptr %i
  store ptr %i, ptr @seen
  br label %head
head:
  %now = load i32, ptr %i
  store volatile i32 %now, ptr addrspace(3) %p
  %next = add i32 %now, 2
  store i32 %next, ptr %i
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  call void @look(), !dbg !6
  ret void
}

; The stores of two branches become one behind them.
; CHECK-LABEL: @branches(
; CHECK-NOT:     #dbg_declare
; CHECK:         %storemerge = phi i32
define void @branches(ptr addrspace(3) %p, i32 %n) !dbg !7 {
entry:
  %i = alloca i32
  #dbg_declare(ptr %i, !8, !DIExpression(), !9)
  store ptr %i, ptr @seen
  %more = icmp ult i32 %n, 7
  br i1 %more, label %a, label %b
a:
  store volatile i32 1, ptr addrspace(3) %p
  store i32 %n, ptr %i
  br label %end
b:
  store volatile i32 2, ptr addrspace(3) %p
  store i32 5, ptr %i
  br label %end
end:
  call void @look(), !dbg !9
  ret void
}

; The call may read the variable in each turn.
; CHECK-LABEL: @kept(
; CHECK:         #dbg_declare(ptr %i,
define void @kept(i32 %n) !dbg !10 {
entry:
  %i = alloca i32
  #dbg_declare(ptr %i, !11, !DIExpression(), !12)
  store i32 1, ptr %i
  store ptr %i, ptr @seen
  br label %head
head:
  call void @look(), !dbg !12
  %now = load i32, ptr %i
  %next = add i32 %now, 2
  store i32 %next, ptr %i
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  ret void
}

; LICM moves the store of an invariant value in front of the loop and keeps it.
; CHECK-LABEL: @moved(
; CHECK-NOT:     #dbg_declare
; CHECK:         store i32 %n, ptr %i
; CHECK:         head:
; CHECK-NOT:     ptr %i
; CHECK:         end:
define void @moved(ptr addrspace(3) %p, i32 %n) !dbg !14 {
entry:
  %i = alloca i32
  #dbg_declare(ptr %i, !15, !DIExpression(), !16)
  store i32 1, ptr %i
  store ptr %i, ptr @seen
  br label %head
head:
  %k = phi i32 [ 0, %entry ], [ %next, %head ]
  store i32 %n, ptr %i
  store volatile i32 %k, ptr addrspace(3) %p
  %next = add i32 %k, 2
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  call void @look(), !dbg !16
  ret void
}

; SimplifyCFG leads the path from the entry past the phi. The record would show %n there, but the
; value is 1.
; CFG-LABEL: @passed(
; CFG:         store volatile i32 1, ptr addrspace(3) %p
; CFG-NEXT:    #dbg_value(i32 poison,
; CFG-NEXT:    store volatile i32 7, ptr addrspace(3) %p
define void @passed(ptr addrspace(3) %p, i1 %a, i32 %n) !dbg !17 {
entry:
  br i1 %a, label %test, label %other
other:
  store volatile i32 6, ptr addrspace(3) %p
  br label %test
test:
  %c = phi i1 [ true, %entry ], [ false, %other ]
  %v = phi i32 [ 1, %entry ], [ %n, %other ]
  store volatile i32 %v, ptr addrspace(3) %p
  br i1 %c, label %seven, label %eight
seven:
  #dbg_value(i32 %v, !18, !DIExpression(), !19)
  store volatile i32 7, ptr addrspace(3) %p, !dbg !19
  br label %end
eight:
  store volatile i32 8, ptr addrspace(3) %p
  br label %end
end:
  ret void
}

; Two copies of a print come together in one block.
; CFG-LABEL: @copies(
; CFG-COUNT-1: #dbg_label(
; CFG-NOT:     #dbg_label(
; CFG:         ret void
define void @copies(ptr addrspace(3) %p) !dbg !20 {
entry:
  #dbg_label(!21, !22)
  store volatile i32 1, ptr addrspace(3) %p
  br label %second
second:
  #dbg_label(!21, !22)
  store volatile i32 2, ptr addrspace(3) %p
  ret void
}

!mecc.debug_points = !{!23}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = distinct !DISubprogram(name: "loop", file: !2, line: 1, unit: !1, spFlags: DISPFlagDefinition, type: !4)
!4 = !DISubroutineType(types: !{})
!5 = !DILocalVariable(name: "i", scope: !3, file: !2, line: 2, type: !13)
!6 = !DILocation(line: 3, scope: !3)
!7 = distinct !DISubprogram(name: "branches", file: !2, line: 1, unit: !1, spFlags: DISPFlagDefinition, type: !4)
!8 = !DILocalVariable(name: "i", scope: !7, file: !2, line: 2, type: !13)
!9 = !DILocation(line: 3, scope: !7)
!10 = distinct !DISubprogram(name: "kept", file: !2, line: 1, unit: !1, spFlags: DISPFlagDefinition, type: !4)
!11 = !DILocalVariable(name: "i", scope: !10, file: !2, line: 2, type: !13)
!12 = !DILocation(line: 3, scope: !10)
!13 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!14 = distinct !DISubprogram(name: "moved", file: !2, line: 1, unit: !1, spFlags: DISPFlagDefinition, type: !4)
!15 = !DILocalVariable(name: "i", scope: !14, file: !2, line: 2, type: !13)
!16 = !DILocation(line: 3, scope: !14)
!17 = distinct !DISubprogram(name: "passed", file: !2, line: 1, unit: !1, spFlags: DISPFlagDefinition, type: !4)
!18 = !DILocalVariable(name: "v", scope: !17, file: !2, line: 2, type: !13)
!19 = !DILocation(line: 3, scope: !17)
!20 = distinct !DISubprogram(name: "copies", file: !2, line: 1, unit: !1, spFlags: DISPFlagDefinition, type: !4)
!21 = !DILabel(scope: !20, name: "ixp_debug.0", file: !2, line: 4)
!22 = !DILocation(line: 4, scope: !20)
!23 = !{!"ixp_debug.0", i32 0, !"here", !22, !24}
!24 = !{i32 1}

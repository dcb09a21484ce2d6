; A variable whose address escapes stays in memory. Where LLVM keeps it in a register meanwhile, its memory has an old
; value, and the variable loses its location; elsewhere it keeps it.
; RUN: %lower -O1 --only=optimise %s | FileCheck %s

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

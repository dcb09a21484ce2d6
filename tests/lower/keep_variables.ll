; -Og reads a variable where its scope ends and at back edges in it: a parameter before the return,
; `n` at the end of its lifetime, each half of `wide`, each number of `parts`. `temporary` has no
; name in the program, `large` more numbers than are kept, `indexed` an index known only at run time;
; they are not read. drop-hints removes reads of constants.
; RUN: %lower -Og --only=keep-variables %s | FileCheck %s \
; RUN:   --implicit-check-not="load i32, ptr %{{temporary|large|indexed}}"
; RUN: %lower -O0 --only=keep-variables %s | FileCheck %s --check-prefix=PLAIN
; RUN: %lower --only=drop-hints %s | FileCheck %s --check-prefix=DROPPED
; PLAIN-NOT: "r"(i32 %
; DROPPED-NOT: "r"(i32 5)

define void @f(i32 %x) !dbg !4 {
; CHECK-LABEL: define void @f(
; CHECK: back:
; CHECK: %[[N1:.*]] = load i32, ptr %n
; CHECK-NEXT: call void asm sideeffect "", "r"(i32 %[[N1]])
; CHECK: br label %loop
; CHECK: end:
; CHECK-NEXT: %[[N2:.*]] = load i32, ptr %n
; CHECK-NEXT: call void asm sideeffect "", "r"(i32 %[[N2]])
; CHECK-NEXT: call void @llvm.lifetime.end
; CHECK: %[[W:.*]] = load i64, ptr %wide
; CHECK: trunc i64 %[[W]] to i32
; CHECK: lshr i64 %[[W]], 32
; CHECK: %[[A:.*]] = load i32, ptr %parts
; CHECK-NEXT: call void asm sideeffect "", "r"(i32 %[[A]])
; CHECK: %[[B:.*]] = getelementptr i8, ptr %parts, i64 6
; CHECK-NEXT: %[[C:.*]] = load i16, ptr %[[B]], align 2
; CHECK-NEXT: call void asm sideeffect "", "r"(i16 %[[C]])
; CHECK-NEXT: %[[D:.*]] = getelementptr i8, ptr %parts, i64 8
; CHECK-NEXT: %[[E:.*]] = load ptr addrspace(2), ptr %[[D]]
; CHECK-NEXT: ptrtoint ptr addrspace(2) %[[E]] to i32
; CHECK: ret void
entry:
  %x.addr = alloca i32
  %n = alloca i32
  %wide = alloca i64
  %temporary = alloca i32
  %parts = alloca { i32, [1 x { i16, i16 }], ptr addrspace(2) }
  %large = alloca [9 x i32]
  %indexed = alloca [2 x i32]
  store i32 %x, ptr %x.addr
    #dbg_declare(ptr %x.addr, !7, !DIExpression(), !10)
    #dbg_declare(ptr %wide, !9, !DIExpression(), !10)
    #dbg_declare(ptr %parts, !12, !DIExpression(), !10)
    #dbg_declare(ptr %large, !13, !DIExpression(), !10)
    #dbg_declare(ptr %indexed, !14, !DIExpression(), !10)
  %element = getelementptr i32, ptr %indexed, i32 %x
  store i32 1, ptr %element
  store i64 7, ptr %wide
  call void @llvm.lifetime.start.p0(i64 4, ptr %n)
    #dbg_declare(ptr %n, !8, !DIExpression(), !10)
  store i32 %x, ptr %n
  call void asm sideeffect "", "r"(i32 5) memory(inaccessiblemem: readwrite)
  br label %loop
loop:
  %more = icmp ne i32 %x, 0
  br i1 %more, label %back, label %end
back:
  br label %loop
end:
  call void @llvm.lifetime.end.p0(i64 4, ptr %n)
  ret void
}

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null, !3}
!7 = !DILocalVariable(name: "x", arg: 1, scope: !4, file: !1, line: 1, type: !3)
!8 = !DILocalVariable(name: "n", scope: !4, file: !1, line: 2, type: !3)
!9 = !DILocalVariable(name: "wide", scope: !4, file: !1, line: 3, type: !11)
!10 = !DILocation(line: 2, scope: !4)
!11 = !DIBasicType(name: "unsigned long long", size: 64, encoding: DW_ATE_unsigned)
!12 = !DILocalVariable(name: "parts", scope: !4, file: !1, line: 4, type: !3)
!13 = !DILocalVariable(name: "large", scope: !4, file: !1, line: 5, type: !3)
!14 = !DILocalVariable(name: "indexed", scope: !4, file: !1, line: 6, type: !3)

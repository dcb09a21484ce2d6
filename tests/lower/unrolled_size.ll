; A nest of loops that count through registers is unrolled while it has at most 20,000 instructions.
; RUN: sed s/TURNS/55/ %s > %t.ll && %lower --only=resolve-objects %t.ll | FileCheck %s
; RUN: sed s/TURNS/60/ %s > %t.ll && not %lower --only=resolve-objects %t.ll 2>&1 | FileCheck %s --check-prefix=LARGE

declare void @__me_csr_wr(i32, i32)

; CHECK-LABEL: void @main()
; CHECK-NOT: br
; CHECK: ret void
; LARGE: nest.c:7:1: error: this loop counts through registers or signals, so it and the loops in it are unrolled, to more than 20000 instructions;
; LARGE-NOT: error
define void @main() !dbg !3 {
entry:
  %x = alloca [64 x i32], !mecc.object !5
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %next.i, %end ]
  br label %inner, !dbg !4
inner:
  %j = phi i32 [ 0, %outer ], [ %next.j, %inner ]
  %p = getelementptr i32, ptr %x, i32 %i
  %q = getelementptr i32, ptr %x, i32 %j
  %v = load i32, ptr %p
  %w = load i32, ptr %q
  %sum = add i32 %v, %w
  call void @__me_csr_wr(i32 320, i32 %sum)
  %next.j = add i32 %j, 1
  %more.j = icmp ult i32 %next.j, TURNS
  br i1 %more.j, label %inner, label %end, !dbg !4
end:
  %next.i = add i32 %i, 1
  %more.i = icmp ult i32 %next.i, TURNS
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "nest.c", directory: "/")
!3 = distinct !DISubprogram(name: "main", file: !2, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 7, column: 1, scope: !3)
!5 = !{!"gpr", !"x"}

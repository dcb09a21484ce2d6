; Pointers to register objects become object + offset.
; RUN: %lower --only=resolve-objects %s | FileCheck %s
declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)

; A pointer that walks.
; CHECK-LABEL: define i32 @walk(
; CHECK:         [[O:%.*]] = phi i32 [ 4, %entry ], [ [[N:%.*]], %loop ]
; CHECK:         [[P:%.*]] = getelementptr i8, ptr %x, i32 [[O]]
; CHECK:         load i32, ptr [[P]]
; CHECK:         [[N]] = add i32 [[O]], 4
define i32 @walk() {
entry:
  %x = alloca [8 x i32], !mecc.object !0
  %s = alloca i32, !mecc.object !1
  call void @__me_cmd_SRAM_READ(ptr %x, i32 0, i32 0, i32 8, i32 1, ptr %s)
  %first = getelementptr i32, ptr %x, i32 1
  br label %loop
loop:
  %p = phi ptr [ %first, %entry ], [ %next, %loop ]
  %n = phi i32 [ 0, %entry ], [ %n1, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum1, %loop ]
  %v = load i32, ptr %p
  %sum1 = add i32 %sum, %v
  %next = getelementptr i32, ptr %p, i32 1
  %n1 = add i32 %n, 1
  %more = icmp ult i32 %n1, 7
  br i1 %more, label %loop, label %out
out:
  ret i32 %sum1
}

; A load through a choice of objects becomes a choice of loads.
; CHECK-LABEL: define i32 @choose(
; CHECK:         [[C:%.*]] = phi i32 [ 0, %entry ], [ 1, %other ]
; CHECK-DAG:     [[X:%.*]] = load i32, ptr %{{.*}}
; CHECK-DAG:     [[Y:%.*]] = load i32, ptr %{{.*}}
; CHECK:         [[I:%.*]] = icmp eq i32 [[C]], 1
; CHECK:         select i1 [[I]], i32 [[Y]], i32 [[X]]
define i32 @choose(i1 %c) {
entry:
  %x = alloca [2 x i32], !mecc.object !0
  %y = alloca [2 x i32], !mecc.object !2
  %s = alloca i32, !mecc.object !1
  call void @__me_cmd_SRAM_READ(ptr %x, i32 0, i32 0, i32 2, i32 1, ptr %s)
  call void @__me_cmd_SRAM_READ(ptr %y, i32 0, i32 0, i32 2, i32 1, ptr %s)
  br i1 %c, label %out, label %other
other:
  br label %out
out:
  %p = phi ptr [ %x, %entry ], [ %y, %other ]
  %q = getelementptr i32, ptr %p, i32 1
  %v = load i32, ptr %q
  ret i32 %v
}

; A choice among choices, of which the inner one has a load of its own.
; CHECK-LABEL: define i32 @choose_twice(
; CHECK:         [[C:%.*]] = select i1 %d, i32 1, i32 0
; CHECK:         phi i32 [ {{.*}}, %entry ], [ [[C]], %other ]
; CHECK-NOT:     ptr [
; CHECK:         ret i32
define i32 @choose_twice(i1 %c, i1 %d) {
entry:
  %x = alloca [2 x i32], !mecc.object !0
  %y = alloca [2 x i32], !mecc.object !2
  %s = alloca i32, !mecc.object !1
  call void @__me_cmd_SRAM_READ(ptr %x, i32 0, i32 0, i32 2, i32 1, ptr %s)
  call void @__me_cmd_SRAM_READ(ptr %y, i32 0, i32 0, i32 2, i32 1, ptr %s)
  br i1 %c, label %out, label %other
other:
  %i = select i1 %d, ptr %x, ptr %y
  %v = load i32, ptr %i
  br label %out
out:
  %p = phi ptr [ %y, %entry ], [ %i, %other ]
  %u = phi i32 [ 0, %entry ], [ %v, %other ]
  %w = load i32, ptr %p
  %sum = add i32 %u, %w
  ret i32 %sum
}

; Memory is read only where it is chosen.
; CHECK-LABEL: define i32 @register_or_memory(
; CHECK:       out:
; CHECK:         [[N:%.*]] = phi i32 [ 0, %entry ], [ 1, %other ]
; CHECK:         [[P:%.*]] = phi ptr [ poison, %entry ], [ %m, %other ]
; CHECK:         [[R:%.*]] = load i32, ptr %{{.*}}
; CHECK:         [[C:%.*]] = icmp eq i32 [[N]], 1
; CHECK:         br i1 [[C]], label %[[MEMORY:.*]], label %[[JOIN:.*]]
; CHECK:       [[MEMORY]]:
; CHECK:         [[M:%.*]] = load i32, ptr
; CHECK:       [[JOIN]]:
; CHECK:         phi i32 [ [[M]], %[[MEMORY]] ], [ [[R]], %out ]
define i32 @register_or_memory(i1 %c, ptr %m) {
entry:
  %x = alloca [2 x i32], !mecc.object !0
  %s = alloca i32, !mecc.object !1
  call void @__me_cmd_SRAM_READ(ptr %x, i32 0, i32 0, i32 2, i32 1, ptr %s)
  br i1 %c, label %out, label %other
other:
  br label %out
out:
  %p = phi ptr [ %x, %entry ], [ %m, %other ]
  %v = load i32, ptr %p
  ret i32 %v
}

!0 = !{!"s_in", !"x"}
!1 = !{!"signal", !"s"}
!2 = !{!"s_in", !"y"}

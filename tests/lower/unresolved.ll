; RUN: not %lower --only=resolve-objects %s 2>&1 | FileCheck %s
declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_wait_all(ptr, ...)

; CHECK-DAG: error: pointer to register object 'x' does not resolve at compile time: it depends on the path taken which object it means; use the object by name, or put it into memory
define void @path(i1 %c) {
  %x = alloca [4 x i32], !mecc.object !0
  %y = alloca [4 x i32], !mecc.object !2
  %s = alloca i32, !mecc.object !1
  %p = select i1 %c, ptr %x, ptr %y
  call void @__me_cmd_SRAM_READ(ptr %p, i32 0, i32 0, i32 4, i32 1, ptr %s)
  ret void
}

; CHECK-DAG: error: pointer to register object 'z' does not resolve at compile time: it is stored in memory;
define void @memory(ptr %m) {
  %z = alloca [4 x i32], !mecc.object !3
  store ptr %z, ptr %m
  ret void
}

; CHECK-DAG: error: 's' is indexed by a variable, but the number of a signal is part of the instruction;
define void @variable(i32 %n) {
  %s = alloca [4 x i32], !mecc.object !1
  %p = getelementptr i32, ptr %s, i32 %n
  call void (ptr, ...) @__me_wait_all(ptr %p)
  ret void
}

; CHECK-DAG: error: 'regs' is indexed by a variable, but general-purpose registers have no index; use constants (unroll the loop), or put the array into local memory with __declspec(local_mem)
define i32 @index(i32 %n) {
  %g = alloca [4 x i32], !mecc.object !4
  %p = getelementptr i32, ptr %g, i32 %n
  store i32 %n, ptr %g
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK-DAG: error: signal 's' is used as a variable, but signals only have addresses; use signal_test() or a wait
define i32 @value() {
  %s = alloca i32, !mecc.object !1
  call void (ptr, ...) @__me_wait_all(ptr %s)
  %v = load i32, ptr %s
  ret i32 %v
}

!0 = !{!"s_in", !"x"}
!1 = !{!"signal", !"s"}
!2 = !{!"s_in", !"y"}
!3 = !{!"s_in", !"z"}
!4 = !{!"gpr", !"regs"}

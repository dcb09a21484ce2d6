; RUN: not %lower --only=place %s 2>&1 | FileCheck %s
target datalayout = "E-m:e-p:32:32-p1:32:32-p2:32:32-p3:32:32-p4:32:32-p5:32:32-i64:64-n32-S64-a:0:32"
; CHECK: error: local memory is full: data of 8 contexts, the largest of which is 'big', needs 4000 bytes, 2556 of 2560 are left; move data to another memory, e.g. with __declspec(sram), or use -mdata=sram
@big = internal global [100 x i32] zeroinitializer
@small = internal global [25 x i32] zeroinitializer
define void @main(i32 %n) {
  %p = getelementptr [100 x i32], ptr @big, i32 0, i32 %n
  store i32 1, ptr %p
  %q = getelementptr [25 x i32], ptr @small, i32 0, i32 %n
  store i32 1, ptr %q
  ret void
}

; RUN: not %lower --only=finish-queries %s 2>&1 | FileCheck %s
target datalayout = "E-m:e-p:32:32-p1:32:32-p2:32:32-p3:32:32-p4:32:32-p5:32:32-i64:64-n32-S64-a:0:32"
; CHECK-DAG: error: __ct_assert failed: small
; CHECK-DAG: error: __ct_assert: the condition of "small" is not known at compile time; make its operands constants
@.text = private constant [6 x i8] c"small\00"
declare void @__me_ct_assert(i32, ptr)
declare i32 @__me_csr_rd(i32)
define void @main() {
  %v = call i32 @__me_csr_rd(i32 12)
  call void @__me_ct_assert(i32 0, ptr @.text)
  call void @__me_ct_assert(i32 %v, ptr @.text)
  ret void
}

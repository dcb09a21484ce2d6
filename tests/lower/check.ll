; Violations of the rules of lowered IR are internal errors.
; RUN: not %lower --only=check %s 2>&1 | FileCheck %s
target datalayout = "E-m:e-p:32:32-p1:32:32-p2:32:32-p3:32:32-p4:32:32-p5:32:32-i64:64-n32-S64-a:0:32"
declare i32 @__me_is_ct_const(i32)

; CHECK: error: internal error: variable 'left' has no address in lowered IR
@left = internal global i32 0
; CHECK: error: internal error: signature of 'narrow' in lowered IR
define void @narrow(i8 %x) {
  ret void
}
; CHECK: error: internal error: callee after its caller in lowered IR of 'main'
; CHECK: error: internal error: division in lowered IR of 'main':  %d = udiv i32 %n, 3
; CHECK: error: internal error: compile-time primitive in lowered IR of 'main'
; CHECK: error: internal error: access outside in lowered IR of 'main'
; CHECK-NOT: error
define i32 @main(i32 %n) {
  call void @later()
  %d = udiv i32 %n, 3
  %q = call i32 @__me_is_ct_const(i32 %d)
  %v = load i32, ptr addrspace(1) null
  %r = add i32 %q, %v
  ret i32 %r
}
define void @later() {
  ret void
}

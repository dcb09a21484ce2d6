; Everything but main becomes private, except for variables that others touch: shared and exported
; ones, and those in memories outside. Accesses to shared variables become volatile.
; RUN: %lower --only=internalise %s | FileCheck %s

; CHECK: @plain = internal global
; CHECK: @shared = {{.*}}global
; CHECK: @table = {{.*}}addrspace(1) global
; CHECK: @fixed = internal addrspace(1) constant
; CHECK: @elsewhere = external addrspace(1) global i32,
@plain = global i32 1
@shared = internal global [2 x i32] zeroinitializer, !mecc.flags !0
@table = internal addrspace(1) global i32 2
@fixed = addrspace(1) constant i32 3
@elsewhere = addrspace(1) global i32 0, !mecc.flags !1
@llvm.used = appending global [1 x ptr] [ptr @plain], section "llvm.metadata"
; CHECK-NOT: @llvm.used

; CHECK-LABEL: define internal i32 @helper(
; CHECK:         load i32, ptr @plain
; CHECK:         load volatile i32, ptr @shared
; CHECK:         store volatile i32 %a, ptr %at
define i32 @helper() optnone noinline {
  %a = load i32, ptr @plain
  %b = load i32, ptr @shared
  %at = getelementptr i32, ptr @shared, i32 1
  store i32 %a, ptr %at
  ret i32 %b
}
; CHECK-LABEL: define dso_local i32 @main(
define i32 @main() {
  %r = call i32 @helper()
  ret i32 %r
}
; CHECK-NOT: optnone
!0 = !{!"shared"}
!1 = !{!"import"}

; Shared variables in local memory change only while a context sleeps: between two swaps each is
; read once. A function that accesses memory outside sleeps where no call shows it.
; RUN: %lower --stop-after=relax-shared %s | FileCheck %s --check-prefix=RELAXED
; RUN: %lower --stop-after=finish-queries %s | FileCheck %s
; RUN: %lower --stop-after=relax-shared --without=shared-locals %s | FileCheck %s --check-prefix=OUT
@count = global i32 0
@total = addrspace(1) global i32 0
@.shared = private unnamed_addr constant [10 x i8] c"me.shared\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @count, ptr @.shared, ptr @.shared, i32 1, ptr null }
], section "llvm.metadata"

; RELAXED-LABEL: define internal {{.*}}i32 @twice(
; RELAXED-COUNT-3: load i32, ptr @count
; CHECK-LABEL: define internal {{.*}}i32 @twice(
; CHECK: load i32, ptr @count
; CHECK-NOT: load
; CHECK: call void @__me_ctx_voluntary
; CHECK: load i32, ptr @count
; CHECK-NOT: load
; CHECK: ret i32
; OUT-LABEL: define internal {{.*}}i32 @twice(
; OUT-COUNT-3: load volatile i32, ptr @count
define internal i32 @twice() noinline {
  %a = load i32, ptr @count
  %b = load i32, ptr @count
  call void @__me_ctx_voluntary()
  %c = load i32, ptr @count
  %d = add i32 %a, %b
  %e = xor i32 %d, %c
  ret i32 %e
}

; CHECK-LABEL: define internal {{.*}}i32 @outside(
; CHECK-COUNT-2: load volatile i32, ptr @count
define internal i32 @outside() noinline {
  %a = load i32, ptr @count
  %t = load i32, ptr addrspace(1) @total
  %b = load i32, ptr @count
  %d = add i32 %a, %b
  %e = xor i32 %d, %t
  ret i32 %e
}

define i32 @main() {
  %a = call i32 @twice()
  %b = call i32 @outside()
  %c = add i32 %a, %b
  ret i32 %c
}
declare void @__me_ctx_voluntary()

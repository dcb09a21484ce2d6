; Shared variables change whenever the context swaps out: a loop that polls one reads it every time,
; unless it is constant. Neighbours still make one burst.
; RUN: %lower %s | FileCheck %s
@flag = addrspace(1) global i32 0
@counts = addrspace(3) global [2 x i32] zeroinitializer
@limit = addrspace(1) constant i32 5
@.shared = private unnamed_addr constant [10 x i8] c"me.shared\00", section "llvm.metadata"
@.export = private unnamed_addr constant [10 x i8] c"me.export\00", section "llvm.metadata"
@llvm.global.annotations = appending global [3 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr addrspacecast (ptr addrspace(1) @flag to ptr), ptr @.shared, ptr @.shared, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr addrspacecast (ptr addrspace(1) @limit to ptr), ptr @.shared, ptr @.shared, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr addrspacecast (ptr addrspace(3) @counts to ptr), ptr @.export, ptr @.export, i32 1, ptr null }
], section "llvm.metadata"

; CHECK-LABEL: void @main()
; CHECK:         br label %[[POLL:[a-z]+]]
; CHECK:         call void @__me_cmd_SRAM_READ(
; CHECK:         br i1 %{{.*}}, label %[[POLL]], label
; CHECK:         call void @__me_cmd_SCRATCH_READ(ptr %{{.*}}, i32 8192, i32 0, i32 2,
; CHECK-NOT:     call
; CHECK:         call void @__me_cmd_SCRATCH_WRITE(ptr %{{.*}}, i32 8192, i32 0, i32 2,
; CHECK:         ret void
define void @main() {
entry:
  br label %poll
poll:
  %v = load i32, ptr addrspace(1) @flag
  %l = load i32, ptr addrspace(1) @limit
  %busy = icmp ult i32 %v, %l
  br i1 %busy, label %poll, label %count
count:
  %a = load i32, ptr addrspace(3) @counts
  %a1 = add i32 %a, 1
  store i32 %a1, ptr addrspace(3) @counts
  %b = load i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @counts, i32 4)
  %b1 = add i32 %b, 64
  store i32 %b1, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @counts, i32 4)
  ret void
}

; Functions that get pointers to registers are inlined at every level, even noinline ones; registers
; of file scope become locals of main.
; RUN: %lower --only=inline-objects %s | FileCheck %s
; RUN: %lower -O0 %s | FileCheck %s --check-prefix=ALL
declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
@buffer = internal global [2 x i32] zeroinitializer, !mecc.object !0
@done = internal global i32 0, !mecc.object !1
@count = internal global i32 0

; CHECK-NOT: @buffer =
; CHECK-NOT: define {{.*}}@fetch
; CHECK: define internal i32 @other(
define internal i32 @other(i32 %x) noinline {
  %y = add i32 %x, 1
  ret i32 %y
}
define internal i32 @fetch(ptr %to, i32 %from) noinline {
  %p = alloca ptr
  store ptr %to, ptr %p
  %q = load ptr, ptr %p
  call void @__me_cmd_SRAM_READ(ptr %q, i32 %from, i32 0, i32 2, i32 1, ptr @done)
  %v = load i32, ptr %q
  ret i32 %v
}
define internal i32 @fetch_again(ptr %to, i32 %from) noinline {
  %v = call i32 @fetch(ptr %to, i32 %from)
  ret i32 %v
}
; CHECK-LABEL: define i32 @main()
; CHECK-DAG:     %buffer = alloca [2 x i32], align 4, !mecc.object
; CHECK-DAG:     %done = alloca i32, align 4, !mecc.object
; CHECK:         call void @__me_cmd_SRAM_READ(ptr %buffer, i32 64, i32 0, i32 2, i32 1, ptr %done)
; CHECK:         call i32 @other(
; ALL-LABEL: i32 @main()
; ALL:         call void @__me_cmd_SRAM_READ(ptr %buffer, i32 64, i32 0, i32 2, i32 1, ptr %done)
define i32 @main() {
  %v = call i32 @fetch_again(ptr @buffer, i32 64)
  %w = call i32 @other(i32 %v)
  ret i32 %w
}
!0 = !{!"s_in", !"buffer"}
!1 = !{!"signal", !"done"}

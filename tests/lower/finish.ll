; Small arguments and results become longwords; callees come before callers; dead code is gone.
; RUN: %lower --only=finish %s | FileCheck %s
; CHECK-NOT: @unused
; CHECK: define internal i32 @leaf(i32 %x, i64 %y)
; CHECK:   [[T:%.*]] = trunc i32 %x to i8
; CHECK:   [[Y:%.*]] = trunc i64 %y to i40
; CHECK:   ret i32
; CHECK: define internal void @middle()
; CHECK: define void @main()
define void @main() {
  call void @middle()
  ret void
}
define internal fastcc void @middle_unused() {
  ret void
}
define internal void @middle() noinline {
  %r = call i1 @leaf(i8 1, i40 2)
  br i1 %r, label %a, label %b
a:
  call void @__me_cam_clear()
  br label %b
b:
  ret void
}
define internal i1 @leaf(i8 zeroext %x, i40 %y) memory(none) {
  %z = zext i8 %x to i40
  %r = icmp eq i40 %z, %y
  ret i1 %r
}
define internal void @unused() {
  ret void
}
declare void @__me_cam_clear()

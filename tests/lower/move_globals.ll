; A global that only main uses, at constant offsets, becomes its local, and then registers.
; RUN: %lower --only=move-globals %s | FileCheck %s
; CHECK-NOT: @state =
; CHECK: @table =
; CHECK: @both =
; CHECK: @seen =
@state = internal global { i32, i32 } { i32 3, i32 0 }
@table = internal global [4 x i32] zeroinitializer
@both = internal global i32 0
@seen = global i32 0, !mecc.flags !0

define internal void @helper() {
  store i32 1, ptr @both
  ret void
}
; CHECK-LABEL: define i32 @main(
; CHECK:         %state = alloca { i32, i32 }
; CHECK:         store { i32, i32 } { i32 3, i32 0 }, ptr %state
define i32 @main(i32 %n) {
  %v = load i32, ptr getelementptr ({ i32, i32 }, ptr @state, i32 0, i32 1)
  %p = getelementptr i32, ptr @table, i32 %n
  store i32 %v, ptr %p
  store i32 %v, ptr @both
  store i32 %v, ptr @seen
  call void @helper()
  ret i32 %v
}
!0 = !{!"shared"}

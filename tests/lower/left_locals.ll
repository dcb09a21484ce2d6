; An address before a variable is one of its neighbour: constants do not distinguish variables.
; RUN: %lower --only=place --contexts=1 %s | FileCheck %s
@words = internal global [32 x i32] zeroinitializer
@small = internal global i32 0
; CHECK-NOT: mecc.local
define i32 @main(i32 %n) {
  %p = getelementptr i32, ptr getelementptr (i8, ptr @words, i32 -4), i32 %n
  %v = load i32, ptr %p
  store i32 %v, ptr @small
  ret i32 %v
}

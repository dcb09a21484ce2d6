; RUN: %lower --only=many-arguments %s | FileCheck %s
; What finds no register goes through memory of the caller; a pointer to it is the last argument.
target datalayout = "E-m:e-p:32:32-p1:32:32-p2:32:32-p3:32:32-p4:32:32-p5:32:32-i64:64-n32-S64-a:0:32"

; CHECK: define internal i64 @sixteen(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h)
define internal i64 @sixteen(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h) {
  ret i64 %h
}

; CHECK-LABEL: define void @main(
; CHECK: [[REST:%.*]] = alloca { i64, i8 }
; CHECK: getelementptr inbounds {{.*}}{ i64, i8 }, ptr [[REST]], i32 0, i32 0
; CHECK: store i64 8,
; CHECK: store i8 9,
; CHECK: call i64 @wide(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, ptr [[REST]])
define void @main() {
  %s = call i64 @sixteen(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8)
  %w = call i64 @wide(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i8 9)
  ret void
}

; CHECK: define internal i64 @wide(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, ptr %rest)
; CHECK: %h = load i64, ptr
; CHECK: %i = load i8, ptr
define internal i64 @wide(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, i8 %i) {
  %x = zext i8 %i to i64
  %y = add i64 %h, %x
  ret i64 %y
}

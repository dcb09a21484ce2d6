; A value that a function reads through a pointer becomes its argument, unless it is wider than 64
; bits, as a bit-field of a packed structure can be.
; RUN: %lower -O2 --only=optimise %s | FileCheck %s

; CHECK: define internal fastcc i64 @fits(i64 %{{.*}})
define internal i64 @fits(ptr %p) noinline {
  %v = load i64, ptr %p, align 8
  ret i64 %v
}
; CHECK: define internal fastcc i32 @wide(ptr {{.*}}%p)
define internal i32 @wide(ptr %p) noinline {
  %v = load i120, ptr %p, align 8
  %w = lshr i120 %v, 66
  %x = trunc i120 %w to i32
  ret i32 %x
}
define i64 @main(i64 %a, i120 %b) {
  %x = alloca i64
  %y = alloca i120
  store i64 %a, ptr %x
  store i120 %b, ptr %y
  %f = call i64 @fits(ptr %x)
  %w = call i32 @wide(ptr %y)
  %z = zext i32 %w to i64
  %s = add i64 %f, %z
  ret i64 %s
}

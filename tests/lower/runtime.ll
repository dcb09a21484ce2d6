; Functions of the library join the program, whose own definitions take precedence. Functions that
; both lack are errors.
; RUN: sed -n 's/^; LIBRARY //p' %s > %t
; RUN: not %lower --only=runtime %s 2>&1 | FileCheck %s --check-prefix=ALONE
; RUN: %lower --only=runtime --runtime=%t %s | FileCheck %s
; RUN: sed -n 's/^; DIVIDES //p' %s > %t.ll
; RUN: %lower --only=divide --runtime=%t %t.ll | FileCheck %s --check-prefix=DIVIDE

; LIBRARY define i32 @__me_udiv32(i32 %a, i32 %b) {
; LIBRARY   ret i32 1
; LIBRARY }
; LIBRARY define i64 @__me_udiv64(i64 %a, i64 %b) {
; LIBRARY   ret i64 1
; LIBRARY }
; LIBRARY define i32 @strlen(ptr %s) {
; LIBRARY   ret i32 2
; LIBRARY }
; LIBRARY define i32 @own() {
; LIBRARY   ret i32 3
; LIBRARY }

; ALONE:     error: 'strlen' is called but defined nowhere; compile the file that defines it together with this one
; ALONE-NOT: error
; CHECK-LABEL: define i32 @own()
; CHECK-NEXT:    ret i32 4
; CHECK-LABEL: define i32 @__me_udiv32(
; CHECK-NEXT:    ret i32 1
; CHECK-LABEL: define i32 @strlen(
; CHECK-NEXT:    ret i32 2
; CHECK-NOT:   define
declare i32 @strlen(ptr)
declare i32 @__me_udiv32(i32, i32)
define i32 @own() {
  ret i32 4
}
define i32 @main() {
  %n = call i32 @strlen(ptr null)
  %d = call i32 @__me_udiv32(i32 %n, i32 3)
  ret i32 %d
}

; Divisions join when the optimiser has kept some, and only these.
; DIVIDE-LABEL: define i32 @main(
; DIVIDE-NEXT:    call i32 @__me_udiv32(i32 %x, i32 %y)
; DIVIDE:       define internal {{.*}}i32 @__me_udiv32(
; DIVIDE-NEXT:    ret i32 1
; DIVIDE-NOT:   {{define|declare}}
; DIVIDES define i32 @main(i32 %x, i32 %y) {
; DIVIDES   %q = udiv i32 %x, %y
; DIVIDES   ret i32 %q
; DIVIDES }

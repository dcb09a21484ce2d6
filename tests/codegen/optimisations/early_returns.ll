; A path that returns at once is out of line.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=early-returns %s | %FileCheck %s --check-prefix=OUT

; CHECK-LABEL: check#:
; CHECK-NOT: rtn
; CHECK: local_csr_wr
; CHECK: rtn
; OUT-LABEL: check#:
; OUT-NOT: local_csr_wr
; OUT: rtn
define internal i32 @check(i32 %x, i32 %y) noinline {
  %below = icmp ult i32 %x, %y
  br i1 %below, label %early, label %on
early:
  ret i32 1
on:
  call void @__me_csr_wr(i32 320, i32 %y)
  %small = icmp ult i32 %y, 7
  br i1 %small, label %second, label %third
second:
  call void @__me_csr_wr(i32 332, i32 %x)
  ret i32 2
third:
  ret i32 3
}

; A loop without an end never returns.
; CHECK-LABEL: forever#:
define internal void @forever(i32 %x) noinline {
  %none = icmp ult i32 %x, 7
  br i1 %none, label %on, label %spin
spin:
  br label %spin
on:
  ret void
}

define void @main() {
  %a = call i32 @check(i32 1, i32 2)
  %b = call i32 @check(i32 %a, i32 %a)
  call void @__me_csr_wr(i32 320, i32 %b)
  call void @forever(i32 %a)
  call void @forever(i32 %b)
  ret void
}
declare void @__me_csr_wr(i32, i32)

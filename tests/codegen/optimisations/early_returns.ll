; A path that returns at once is out of line; if both do, the path that stores, or that of equality.
; RUN: %mecc_codegen -without=argument-registers -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -without=argument-registers -no-defer -without=early-returns %s | %FileCheck %s --check-prefix=OUT

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

; CHECK-LABEL: count#:
; CHECK: b{{cc|cs}}[
; CHECK-NEXT: count.
; CHECK-NEXT: rtn
; CHECK: local_csr_wr
; OUT-LABEL: count#:
; OUT: b{{cc|cs}}[
; OUT-NEXT: count.
; OUT-NEXT: local_csr_wr
define internal i32 @count(i32 %x, i32 %y) noinline {
  %below = icmp ult i32 %x, %y
  br i1 %below, label %store, label %out
store:
  call void @__me_csr_wr(i32 320, i32 %y)
  br label %out
out:
  ret i32 %x
}

; CHECK-LABEL: take#:
; CHECK: beq[
; CHECK: local_csr_wr
; CHECK: rtn
; OUT-LABEL: take#:
; OUT: bne[
define internal i32 @take(i32 %x, i32 %y) noinline {
  %none = icmp eq i32 %x, 255
  br i1 %none, label %out, label %store
out:
  ret i32 %y
store:
  call void @__me_csr_wr(i32 320, i32 %y)
  ret i32 3
}

define void @main() {
  %a = call i32 @check(i32 1, i32 2)
  %b = call i32 @check(i32 %a, i32 %a)
  call void @__me_csr_wr(i32 320, i32 %b)
  call void @forever(i32 %a)
  call void @forever(i32 %b)
  %c = call i32 @count(i32 %a, i32 %b)
  %d = call i32 @count(i32 %c, i32 %a)
  %e = call i32 @take(i32 %c, i32 %d)
  %f = call i32 @take(i32 %e, i32 %d)
  call void @__me_csr_wr(i32 320, i32 %f)
  ret void
}
declare void @__me_csr_wr(i32, i32)

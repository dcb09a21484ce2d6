; A value that the register of a variable holds at the ends of all predecessors is read from there,
; and a loop that stores the variable only at its end does so at each turn.
; RUN: %lower --only=static-registers %s | FileCheck %s
; RUN: %lower --only=static-registers --without=static-registers %s | FileCheck %s --check-prefix=OUT

@least = internal global i32 0
@sum = internal global i32 0

; CHECK-LABEL: @minimum(
; CHECK: join:
; CHECK-NEXT: load i32, ptr @least
; CHECK-NOT: phi
; CHECK: ret
; OUT-LABEL: @minimum(
; OUT: join:
; OUT-NEXT: phi
define internal i32 @minimum(i32 %x) noinline {
  %m = load i32, ptr @least
  %less = icmp ult i32 %x, %m
  br i1 %less, label %store, label %join
store:
  store i32 %x, ptr @least
  br label %join
join:
  %n = phi i32 [ %x, %store ], [ %m, %0 ]
  %r = sub i32 %x, %n
  ret i32 %r
}

; CHECK-LABEL: @add(
; CHECK: loop:
; CHECK-NOT: phi i32 [ %next
; CHECK: load i32, ptr @sum
; CHECK: %next = add
; CHECK-NEXT: store i32 %next, ptr @sum
; OUT-LABEL: @add(
; OUT: store
; OUT-NOT: store
; OUT: ret
define internal i32 @add(i32 %n) noinline {
  %s = load i32, ptr @sum
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %t = phi i32 [ %s, %0 ], [ %next, %loop ]
  %next = add i32 %t, %i
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %out
out:
  %last = add i32 %next, 3
  store i32 %last, ptr @sum
  ret i32 %last
}

; The value of a call that may change the variable, or of another path, is not the register's.
; CHECK-LABEL: @other(
; CHECK: phi i32
; CHECK: ret
define internal i32 @other(i32 %x) noinline {
  %m = load i32, ptr @least
  %less = icmp ult i32 %x, %m
  br i1 %less, label %call, label %join
call:
  %c = call i32 @minimum(i32 %x)
  br label %join
join:
  %n = phi i32 [ %m, %call ], [ %x, %0 ]
  ret i32 %n
}

; The loop may end before the variable is stored: it stays as it was.
; CHECK-LABEL: @maybe(
; CHECK: loop:
; CHECK-NOT: store
; CHECK: out:
define internal i32 @maybe(i32 %n) noinline {
  %s = load i32, ptr @sum
  br label %loop
loop:
  %t = phi i32 [ %s, %0 ], [ %next, %more ]
  %next = add i32 %t, %n
  %odd = icmp ult i32 %next, 7
  br i1 %odd, label %leave, label %more
more:
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %out
out:
  store i32 %next, ptr @sum
  ret i32 %next
leave:
  ret i32 %n
}

define i32 @main(i32 %n) {
  %a = call i32 @minimum(i32 %n)
  %b = call i32 @add(i32 %a)
  %c = call i32 @other(i32 %b)
  %d = call i32 @maybe(i32 %c)
  %e = call i32 @other(i32 %d)
  %f = call i32 @add(i32 %e)
  %g = call i32 @maybe(i32 %f)
  %h = call i32 @minimum(i32 %g)
  ret i32 %h
}

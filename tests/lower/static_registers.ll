; Scalars of the file that more than one function uses move into registers: those used most first, as far
; as registers are free. Arrays, shared and volatile variables and those whose address is taken stay.
; RUN: %lower --only=static-registers %s | FileCheck %s
; RUN: %lower --only=static-registers --without=static-registers %s | FileCheck %s --check-prefix=OUT

; CHECK-DAG: @total = {{.*}}!mecc.object [[T:![0-9]+]]
; CHECK-DAG: @wide = {{.*}}!mecc.object [[W:![0-9]+]]
; CHECK-DAG: @small = {{.*}}!mecc.object [[S:![0-9]+]]
; CHECK-DAG: @array = internal global [2 x i32] zeroinitializer{{$}}
; CHECK-DAG: @seen = internal global i32 0{{$}}
; CHECK-DAG: @shown = internal global i32 0{{$}}
; CHECK-DAG: @part = internal global i32 0{{$}}
; CHECK-DAG: [[T]] = !{!"static_gpr", !"total"}
; CHECK-DAG: [[W]] = !{!"static_gpr", !"wide"}
; CHECK-DAG: [[S]] = !{!"static_gpr", !"small"}
; OUT-NOT: static_gpr
@total = internal global i32 5
@wide = internal global i64 0
@small = internal global i8 0
@array = internal global [2 x i32] zeroinitializer
@seen = internal global i32 0
@shown = internal global i32 0
@part = internal global i32 0

define internal i32 @count(i32 %n) noinline {
  %t = load i32, ptr @total
  %u = add i32 %t, %n
  store i32 %u, ptr @total
  %w = load i64, ptr @wide
  %x = add i64 %w, 1
  store i64 %x, ptr @wide
  %s = load i8, ptr @small
  %y = add i8 %s, 1
  store i8 %y, ptr @small
  %e = getelementptr i32, ptr @array, i32 1
  store i32 %u, ptr %e
  store volatile i32 %u, ptr @seen
  call void @show(ptr @shown)
  store i8 1, ptr @part
  ret i32 %u
}

define internal void @show(ptr %p) noinline {
  store i32 1, ptr %p
  ret void
}

define i32 @main(i32 %n) {
  %a = call i32 @count(i32 %n)
  %t = load i32, ptr @total
  %w = load i64, ptr @wide
  %s = load i8, ptr @small
  %v = load volatile i32, ptr @seen
  %p = load i32, ptr @part
  %q = load i32, ptr @shown
  %e = load i32, ptr @array
  %c = call i32 @count(i32 %p)
  %d = call i32 @count(i32 %q)
  store i32 %e, ptr @array
  ret i32 %t
}

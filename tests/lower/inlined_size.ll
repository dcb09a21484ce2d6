; A chain of always_inline functions is inlined while no function gets more than 2,000,000 instructions by it: @f5 gets
; 222,221, nine calls of it 1,999,989.
; RUN: %lower --only=inline-objects %s | FileCheck %s
; RUN: sed 's/^; tenth//' %s > %t.ll && not %lower --only=inline-objects %t.ll 2>&1 | FileCheck %s --check-prefix=LARGE

; CHECK: define void @main() {
; CHECK-NEXT: ret void
; LARGE: error: 'main' has more than 2000000 instructions when all always_inline functions in it are inlined;
; LARGE-NOT: error
define internal void @f0() alwaysinline {
  ret void
}
define internal void @f1() alwaysinline {
  call void @f0()
  call void @f0()
  call void @f0()
  call void @f0()
  call void @f0()
  call void @f0()
  call void @f0()
  call void @f0()
  call void @f0()
  call void @f0()
  ret void
}
define internal void @f2() alwaysinline {
  call void @f1()
  call void @f1()
  call void @f1()
  call void @f1()
  call void @f1()
  call void @f1()
  call void @f1()
  call void @f1()
  call void @f1()
  call void @f1()
  ret void
}
define internal void @f3() alwaysinline {
  call void @f2()
  call void @f2()
  call void @f2()
  call void @f2()
  call void @f2()
  call void @f2()
  call void @f2()
  call void @f2()
  call void @f2()
  call void @f2()
  ret void
}
define internal void @f4() alwaysinline {
  call void @f3()
  call void @f3()
  call void @f3()
  call void @f3()
  call void @f3()
  call void @f3()
  call void @f3()
  call void @f3()
  call void @f3()
  call void @f3()
  ret void
}
define internal void @f5() alwaysinline {
  call void @f4()
  call void @f4()
  call void @f4()
  call void @f4()
  call void @f4()
  call void @f4()
  call void @f4()
  call void @f4()
  call void @f4()
  call void @f4()
  ret void
}
define void @main() {
  call void @f5()
  call void @f5()
  call void @f5()
  call void @f5()
  call void @f5()
  call void @f5()
  call void @f5()
  call void @f5()
  call void @f5()
; tenth  call void @f5()
  ret void
}

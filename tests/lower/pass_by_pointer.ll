; RUN: %lower --only=pass-by-pointer %s | FileCheck %s
%s = type { i32, [3 x i32] }
; CHECK: define void @make(ptr noalias align 4 %result, ptr align 4 %x)
define void @make(ptr noalias sret(%s) align 4 %result, ptr byval(%s) align 4 %x) {
  store i32 1, ptr %x
  ret void
}
; CHECK-LABEL: define void @main()
; CHECK:         %x.copy = alloca %s, align 4
; CHECK:         call void @llvm.memcpy.p0.p0.i64(ptr align 4 %x.copy, ptr align 4 %x, i64 16, i1 false)
; CHECK:         call void @make(ptr align 4 %r, ptr align 4 %x.copy)
define void @main() {
  %x = alloca %s, align 4
  %r = alloca %s, align 4
  call void @make(ptr sret(%s) align 4 %r, ptr byval(%s) align 4 %x)
  ret void
}

; Hints for LLVM are removed; intrinsics that return a value unchanged become that value. Where the
; lifetime of transfer registers begins, a mark stays.
; RUN: %lower --only=drop-hints %s | FileCheck %s
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.assume(i1)
declare i32 @llvm.expect.i32(i32, i32)

; CHECK-LABEL: define i32 @main(
; CHECK-NEXT:    %x = alloca
; CHECK-NEXT:    %local = alloca
; CHECK-NEXT:    call void @__me_object_begin(ptr %x)
; CHECK-NEXT:    store i32 %n, ptr %local
; CHECK-NEXT:    ret i32 %n
define i32 @main(i32 %n, i1 %c) {
  %x = alloca [4 x i32], !mecc.object !0
  %local = alloca i32
  call void @llvm.lifetime.start.p0(i64 16, ptr %x)
  call void @llvm.lifetime.start.p0(i64 4, ptr %local)
  call void @llvm.assume(i1 %c)
  %m = call i32 @llvm.expect.i32(i32 %n, i32 1)
  store i32 %m, ptr %local
  call void @llvm.lifetime.end.p0(i64 4, ptr %local)
  call void @llvm.lifetime.end.p0(i64 16, ptr %x)
  ret i32 %m
}
!0 = !{!"s_in", !"x"}

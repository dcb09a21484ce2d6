; Locals whose lifetimes do not overlap share memory; registers and others do not.
; RUN: %lower --only=share-locals %s | FileCheck %s

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @use(ptr)

; CHECK-LABEL: define void @main()
; CHECK-NOT:     %small = alloca
; CHECK-DAG:     %large = alloca [12 x i32], align 8
; CHECK-DAG:     %always = alloca [4 x i32]
; CHECK-DAG:     %regs = alloca [8 x i32]
; CHECK:         call void @use(ptr %large)
; CHECK:         call void @use(ptr %large)
; CHECK:         call void @use(ptr %always)
define void @main() {
  %small = alloca [10 x i32], align 8
  %large = alloca [12 x i32], align 4
  %always = alloca [4 x i32], align 4
  %regs = alloca [8 x i32], align 4, !mecc.object !0
  call void @llvm.lifetime.start.p0(i64 40, ptr %small)
  call void @use(ptr %small)
  call void @llvm.lifetime.end.p0(i64 40, ptr %small)
  call void @llvm.lifetime.start.p0(i64 48, ptr %large)
  call void @use(ptr %large)
  call void @llvm.lifetime.end.p0(i64 48, ptr %large)
  call void @use(ptr %always)
  call void @use(ptr %regs)
  ret void
}
!0 = !{!"s_in", !"regs"}

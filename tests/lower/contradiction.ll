; RUN: not %lower --only=annotations %s 2>&1 | FileCheck %s
target datalayout = "E-m:e-p:32:32-p1:32:32-p2:32:32-p3:32:32-p4:32:32-p5:32:32-i64:64-n32-S64-a:0:32"
@.read = private unnamed_addr constant [17 x i8] c"me.sram_read_reg\00", section "llvm.metadata"
@.gpr = private unnamed_addr constant [10 x i8] c"me.gp_reg\00", section "llvm.metadata"
declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
; CHECK: error: 'x' is declared s_in and gpr at once; keep one of the words
define void @main() {
  %x = alloca i32, align 4
  call void @llvm.var.annotation.p0.p0(ptr %x, ptr @.read, ptr null, i32 3, ptr null)
  call void @llvm.var.annotation.p0.p0(ptr %x, ptr @.gpr, ptr null, i32 3, ptr null)
  ret void
}

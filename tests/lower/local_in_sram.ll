; With data in SRAM even local memory by name lives there: pointers to both look alike.
; RUN: %lower --mdata=sram --contexts=1 %s | FileCheck %s
; RUN: %lower --mdata=sram %s | FileCheck %s --check-prefix=FRAMES
target datalayout = "E-m:e-p:32:32-p1:32:32-p2:32:32-p3:32:32-p4:32:32-p5:32:32-i64:64-n32-S64-a:0:32"
@.lm = private unnamed_addr constant [13 x i8] c"me.local_mem\00", section "llvm.metadata"
declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare i32 @__me_csr_rd(i32)

define internal i32 @at(ptr %p, i32 %n) noinline {
  %local = alloca [4 x i32]
  %l = getelementptr i32, ptr %local, i32 %n
  store volatile i32 %n, ptr %l
  %q = getelementptr i32, ptr %p, i32 %n
  %v = load i32, ptr %q
  ret i32 %v
}

; Frames of caller and callee do not overlap: 0x100000 and 0x100010.
; CHECK-LABEL: define internal i32 @at(
; CHECK:         getelementptr i8, ptr inttoptr (i32 1048592 to ptr), i32
; CHECK:         call void @__me_cmd_SRAM_WRITE(
; CHECK:         call void @__me_cmd_SRAM_READ(
; CHECK-LABEL: i32 @main()
; CHECK:         call void @__me_cmd_SRAM_WRITE(ptr %out, i32 1048576, i32 0, i32 1, i32 1, ptr %done)

; Every context has its own.
; FRAMES-LABEL: define internal i32 @at(
; FRAMES:         %ctx = call i32 @__me_ctx()
; FRAMES:         mul i32 %ctx, 32
define i32 @main() {
  %a = alloca [4 x i32]
  call void @llvm.var.annotation.p0.p0(ptr %a, ptr @.lm, ptr @.lm, i32 1, ptr null)
  %n = call i32 @__me_csr_rd(i32 4)
  store volatile i32 7, ptr %a
  %v = call i32 @at(ptr %a, i32 %n)
  ret i32 %v
}

; With data in SRAM, variables put into local memory by name stay there. If a pointer may lead to
; either, the running program tests the address.
; RUN: %lower --mdata=sram --contexts=1 %s | FileCheck %s
; RUN: %lower --mdata=sram %s | FileCheck %s --check-prefix=FRAMES
@.lm = private unnamed_addr constant [13 x i8] c"me.local_mem\00", section "llvm.metadata"
@table = global [4 x i32] zeroinitializer
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @table, ptr @.lm, ptr @.lm, i32 1, ptr null }], section "llvm.metadata"
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
; CHECK:         [[C:%.*]] = icmp ult i32 %{{.*}}, 2560
; CHECK:         br i1 [[C]]
; CHECK:         load i32, ptr %{{[0-9]+}}
; CHECK:         call void @__me_cmd_SRAM_READ(
; CHECK:         phi i32

; Known pointers need no test.
; CHECK-LABEL: i32 @main()
; CHECK:         [[A:%.*]] = alloca [4 x i32], align 4, !mecc.object
; CHECK-NOT:     icmp ult
; CHECK:         store volatile i32 7, ptr [[A]]
; CHECK:         store volatile i32 8, ptr inttoptr (i32 16 to ptr)
; CHECK:         call void @__me_cmd_SRAM_WRITE(ptr %out, i32 1048576, i32 0, i32 1, i32 1, ptr %done)

; Every context has its own: 32 bytes of SRAM, 16 of local memory.
; FRAMES-LABEL: define internal i32 @at(ptr{{.*}} %p, i32 %n, i32 %block)
; FRAMES:         add nuw i32 %block, 16
; FRAMES-LABEL: i32 @main()
; FRAMES-DAG:     mul i32 %ctx, 16
; FRAMES-DAG:     mul i32 %ctx, 32
define i32 @main() {
  %a = alloca [4 x i32]
  %b = alloca [4 x i32]
  call void @llvm.var.annotation.p0.p0(ptr %a, ptr @.lm, ptr @.lm, i32 1, ptr null)
  %n = call i32 @__me_csr_rd(i32 4)
  store volatile i32 7, ptr %a
  store volatile i32 8, ptr @table
  store volatile i32 9, ptr %b
  %v = call i32 @at(ptr %a, i32 %n)
  %w = call i32 @at(ptr %b, i32 %n)
  %x = call i32 @at(ptr @table, i32 %n)
  %y = add i32 %v, %w
  %z = add i32 %x, %y
  ret i32 %z
}

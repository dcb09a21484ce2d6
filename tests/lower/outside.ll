; Accesses outside a register object are omitted: those registers belong to another object.
; RUN: %lower %s 2>&1 | FileCheck %s

; CHECK: warning: 'x' has 8 bytes in registers, and this is byte 8; the access is left out
; CHECK-LABEL: define {{.*}}@main
; CHECK: store volatile i32 1
; CHECK-NOT: store
; CHECK: call void @__me_cmd_SRAM_WRITE
@word = private constant [23 x i8] c"me.sram_read_write_reg\00", section "llvm.metadata"
define void @main() {
  %x = alloca [2 x i32], align 8
  %s = alloca %struct.__me_signal, align 4
  call void @llvm.var.annotation.p0.p0(ptr %x, ptr @word, ptr @word, i32 1, ptr null)
  store i32 1, ptr %x
  %behind = getelementptr i8, ptr %x, i32 8
  store i32 1, ptr %behind
  call void @__me_cmd_SRAM_WRITE(ptr %x, i32 0, i32 0, i32 2, i32 1, ptr %s)
  ret void
}
%struct.__me_signal = type { i32 }
declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare void @__me_cmd_SRAM_WRITE(ptr, i32, i32, i32, i32, ptr)

; RUN: not %lower --only=waits %s 2>&1 | FileCheck %s
declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_DRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_SRAM_WRITE(ptr, i32, i32, i32, i32, ptr)
declare void @__me_free_write_buffer(ptr)
declare void @__me_wait_all(ptr, ...)

; CHECK: error: transfer register 'early' is read before signal 's' was waited for; wait for the signal first, or use ctx_swap
define i32 @always() {
  %x = alloca [4 x i32], !mecc.object !0
  %s = alloca i32, !mecc.object !1
  call void @__me_cmd_SRAM_READ(ptr %x, i32 0, i32 0, i32 4, i32 0, ptr %s)
  call void asm sideeffect "", "r"(i32 3) memory(inaccessiblemem: readwrite) ; of -Og: waits for nothing
  %v = load i32, ptr %x
  call void (ptr, ...) @__me_wait_all(ptr %s)
  ret i32 %v
}

; CHECK: warning: transfer register 'sometimes' is read before signal 's' was waited for on some paths
define i32 @path(i1 %c) {
  %x = alloca [4 x i32], !mecc.object !2
  %s = alloca i32, !mecc.object !1
  call void @__me_cmd_DRAM_READ(ptr %x, i32 0, i32 0, i32 2, i32 0, ptr %s)
  br i1 %c, label %wait, label %out
wait:
  call void (ptr, ...) @__me_wait_all(ptr %s)
  br label %out
out:
  %p = getelementptr i32, ptr %x, i32 3
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK: warning: transfer register 'out' is written before signal 's' was waited for: the command may send the new value
; CHECK-NOT: 'out'
define void @overwritten(i32 %v) {
  %x = alloca [2 x i32], !mecc.object !4
  %s = alloca i32, !mecc.object !1
  store i32 %v, ptr %x
  call void @__me_cmd_SRAM_WRITE(ptr %x, i32 0, i32 0, i32 1, i32 0, ptr %s)
  %p = getelementptr i32, ptr %x, i32 1
  store i32 %v, ptr %p
  store i32 1, ptr %x
  call void (ptr, ...) @__me_wait_all(ptr %s)
  store i32 2, ptr %x
  call void @__me_cmd_SRAM_WRITE(ptr %x, i32 0, i32 0, i32 1, i32 0, ptr %s)
  call void @__me_free_write_buffer(ptr %x)
  store i32 3, ptr %x
  call void @__me_cmd_SRAM_WRITE(ptr %x, i32 0, i32 0, i32 1, i32 1, ptr %s)
  store i32 4, ptr %x
  ret void
}

; Other registers of the array, the next turn of a loop after its wait, and ctx_swap are fine.
; CHECK-NOT: 'fine'
define i32 @good() {
entry:
  %x = alloca [4 x i32], !mecc.object !3
  %s = alloca i32, !mecc.object !1
  %t = alloca i32, !mecc.object !1
  %hi = getelementptr i32, ptr %x, i32 2
  call void @__me_cmd_SRAM_READ(ptr %x, i32 0, i32 0, i32 2, i32 1, ptr %s)
  br label %loop
loop:
  call void @__me_cmd_SRAM_READ(ptr %hi, i32 0, i32 0, i32 2, i32 0, ptr %t)
  %v = load i32, ptr %x
  call void (ptr, ...) @__me_wait_all(ptr %s, ptr %t)
  %w = load i32, ptr %hi
  %c = icmp eq i32 %v, %w
  br i1 %c, label %loop, label %out
out:
  ret i32 %v
}

; A register at a variable index may be any of the array.
; CHECK: error: transfer register 'any' is read before signal 's' was waited for
define i32 @variable(i32 %i) {
  %x = alloca [4 x i32], !mecc.object !5
  %s = alloca i32, !mecc.object !1
  call void @__me_cmd_SRAM_READ(ptr %x, i32 0, i32 0, i32 1, i32 0, ptr %s)
  %p = getelementptr i32, ptr %x, i32 %i
  %v = load i32, ptr %p
  call void (ptr, ...) @__me_wait_all(ptr %s)
  ret i32 %v
}
!0 = !{!"s_in", !"early"}
!1 = !{!"signal", !"s"}
!2 = !{!"d_in", !"sometimes"}
!3 = !{!"s_in", !"fine"}
!4 = !{!"s_out", !"out"}
!5 = !{!"s_in", !"any"}

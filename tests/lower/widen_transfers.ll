; Transfer registers are longwords; write registers cannot be read.
; RUN: %lower --only=widen-transfers %s | FileCheck %s
declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_SRAM_WRITE(ptr, i32, i32, i32, i32, ptr)

; CHECK-LABEL: define i16 @half(
; CHECK:         [[P:%.*]] = getelementptr i32, ptr %x, i32 1
; CHECK:         [[W:%.*]] = load i32, ptr [[P]], align 4
; CHECK:         trunc i32 [[W]] to i16
define i16 @half() {
  %x = alloca [8 x i8], align 4, !mecc.object !0
  %s = alloca i32, !mecc.object !1
  call void @__me_cmd_SRAM_READ(ptr %x, i32 0, i32 0, i32 2, i32 1, ptr %s)
  %p = getelementptr i8, ptr %x, i32 6
  %v = load i16, ptr %p, align 2
  ret i16 %v
}

; Two longwords across their border.
; CHECK-LABEL: define i64 @across(
; CHECK-COUNT-2: load i32, ptr
; CHECK:         ret i64
define i64 @across() {
  %x = alloca [8 x i8], align 4, !mecc.object !0
  %s = alloca i32, !mecc.object !1
  call void @__me_cmd_SRAM_READ(ptr %x, i32 0, i32 0, i32 2, i32 1, ptr %s)
  %v = load i64, ptr %x, align 4
  ret i64 %v
}

; CHECK-LABEL: define i8 @variable(
; CHECK:         [[I:%.*]] = lshr i32 %n, 2
; CHECK:         [[P:%.*]] = getelementptr i32, ptr %x, i32 [[I]]
; CHECK:         [[W:%.*]] = load i32, ptr [[P]], align 4
; CHECK:         [[B:%.*]] = and i32 %n, 3
; CHECK:         [[D:%.*]] = sub i32 3, [[B]]
; CHECK:         [[S:%.*]] = shl i32 [[D]], 3
; CHECK:         lshr i32 [[W]], [[S]]
define i8 @variable(i32 %n) {
  %x = alloca [8 x i8], align 4, !mecc.object !0
  %s = alloca i32, !mecc.object !1
  call void @__me_cmd_SRAM_READ(ptr %x, i32 0, i32 0, i32 2, i32 1, ptr %s)
  %p = getelementptr i8, ptr %x, i32 %n
  %v = load i8, ptr %p, align 1
  ret i8 %v
}

; The bytes of a write register gather in a copy, which ends in general-purpose registers; a byte
; written twice before the command is written once.
; CHECK-LABEL: define i32 @header(
; CHECK:         [[A:%.*]] = and i32 %v, -16711681
; CHECK:         [[B:%.*]] = or i32 [[A]], 458752
; CHECK:         store i32 [[B]], ptr %x, align 4
; CHECK-NOT:     store
; CHECK:         call void @__me_cmd_SRAM_WRITE
; CHECK:         ret i32 [[B]]
define i32 @header(i32 %v) {
  %x = alloca [4 x i8], align 4, !mecc.object !2
  %s = alloca i32, !mecc.object !1
  store i32 %v, ptr %x, align 4
  %p = getelementptr i8, ptr %x, i32 1
  store i8 7, ptr %p, align 1
  call void @__me_cmd_SRAM_WRITE(ptr %x, i32 0, i32 0, i32 1, i32 1, ptr %s)
  %back = load i32, ptr %x, align 4
  ret i32 %back
}

!0 = !{!"s_in", !"x"}
!1 = !{!"signal", !"s"}
!2 = !{!"s_out", !"x"}

; Shared registers can be read back.
@flag = global [4 x i8] zeroinitializer, align 4, !mecc.object !3
; CHECK-LABEL: define void @shared(
; CHECK:         [[O:%.*]] = load volatile i32, ptr @flag
; CHECK:         [[K:%.*]] = and i32 [[O]], -65281
; CHECK:         [[N:%.*]] = or i32 [[K]], 256
; CHECK:         store volatile i32 [[N]], ptr @flag
define void @shared() {
  store volatile i8 1, ptr getelementptr (i8, ptr @flag, i32 2)
  ret void
}
!3 = !{!"shared_gpr", !"flag"}

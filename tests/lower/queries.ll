; RUN: %lower %s | FileCheck %s
; RUN: %lower --stop-after=start-queries %s | FileCheck %s --check-prefix=WEIGHTS
declare i32 @__me_is_ct_const(i32)
declare void @__me_ct_assert(i32, ptr)
declare i32 @__me_object_kind(ptr)
declare void @__me_critical_path(i32)
declare i32 @__me_csr_rd(i32)
declare void @__me_csr_wr(i32, i32)
declare void @__me_cam_clear()
@.text = private constant [6 x i8] c"small\00"

define internal i32 @is_constant(i32 %x) alwaysinline {
  %c = call i32 @__me_is_ct_const(i32 %x)
  ret i32 %c
}

; Constant after inlining, and not.
; CHECK-LABEL: i32 @main()
; CHECK:         call void @__me_csr_wr(i32 0, i32 1)
; CHECK:         call void @__me_csr_wr(i32 4, i32 0)
; CHECK-NOT:     @__me_ct_assert
; WEIGHTS: br i1 %rare, label %hot, label %out, !prof [[P:![0-9]+]]
; WEIGHTS: [[P]] = !{!"branch_weights", i32 51, i32 1}
define i32 @main() {
  %v = call i32 @__me_csr_rd(i32 8)
  %a = call i32 @is_constant(i32 42)
  call void @__me_csr_wr(i32 0, i32 %a)
  %b = call i32 @is_constant(i32 %v)
  call void @__me_csr_wr(i32 4, i32 %b)
  call void @__me_ct_assert(i32 %a, ptr @.text)
  %rare = icmp eq i32 %v, 3
  br i1 %rare, label %hot, label %out
hot:
  call void @__me_critical_path(i32 50)
  call void @__me_cam_clear()
  br label %out
out:
  ret i32 0
}

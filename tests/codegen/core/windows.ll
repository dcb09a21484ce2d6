; Constant addresses of one window of local memory need one pointer, in other blocks too.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s

; CHECK-LABEL: sum#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_1
; CHECK: *l$index1[1]
; CHECK-NOT: ACTIVE_LM_ADDR_1
; CHECK: *l$index1[3]
; CHECK-NOT: ACTIVE_LM_ADDR_1
; CHECK: *l$index1[2]
; CHECK: rtn
define internal i32 @sum(i32 %x) noinline {
  %a = load volatile i32, ptr inttoptr (i32 4 to ptr)
  %is = icmp eq i32 %x, 0
  br i1 %is, label %yes, label %no
yes:
  %b = load volatile i32, ptr inttoptr (i32 12 to ptr)
  br label %no
no:
  %c = phi i32 [ %a, %0 ], [ %b, %yes ]
  store volatile i32 %c, ptr inttoptr (i32 8 to ptr)
  ret i32 %c
}

define void @main() {
  %r = call i32 @sum(i32 1)
  %s = call i32 @sum(i32 %r)
  call void @__me_csr_wr(i32 320, i32 %s)
  ret void
}
declare void @__me_csr_wr(i32, i32)

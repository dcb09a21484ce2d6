; Where no function has a frame, LM_ADDR_0 leads into data as well.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=second-pointer %s | %FileCheck %s --check-prefix=OUT

; CHECK-LABEL: copy#:
; CHECK-DAG: local_csr_wr[ACTIVE_LM_ADDR_0,
; CHECK-DAG: local_csr_wr[ACTIVE_LM_ADDR_1,
; CHECK: copy.1#:
; CHECK-NEXT: alu[*l$index{{[01]}}++, --, B, *l$index{{[01]}}++]
; CHECK: rtn
; OUT-NOT: ACTIVE_LM_ADDR_0
define internal void @copy(ptr %from, ptr %to) noinline {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %p = getelementptr i32, ptr %from, i32 %i
  %q = getelementptr i32, ptr %to, i32 %i
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  %j = add i32 %i, 1
  %last = icmp eq i32 %j, 16
  br i1 %last, label %done, label %loop
done:
  ret void
}

define void @main() {
  call void @copy(ptr inttoptr (i32 256 to ptr), ptr inttoptr (i32 512 to ptr))
  call void @copy(ptr inttoptr (i32 1024 to ptr), ptr inttoptr (i32 512 to ptr))
  ret void
}

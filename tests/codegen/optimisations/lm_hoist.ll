; Pointers that a loop does not change are set before it: both, if it needs no other address.
; RUN: %mecc_codegen -no-defer -without=lm-early %s | %FileCheck %s
target triple = "mev2-unknown-none"
; CHECK-LABEL: fixed#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_[[P:[01]]],
; CHECK: fixed.1#:
; CHECK-NEXT: alu[*l$index[[P]], {{.*}}*l$index[[P]]]
; CHECK-NOT: {{local_csr_wr|nop}}
; CHECK: rtn
define internal i32 @fixed(ptr %p, i32 %n) noinline {
  br label %loop
loop:
  %i = phi i32 [ %n, %0 ], [ %next, %loop ]
  %v = load volatile i32, ptr %p
  %w = add i32 %v, %i
  store volatile i32 %w, ptr %p
  %next = add i32 %i, -1
  %end = icmp eq i32 %next, 0
  br i1 %end, label %done, label %loop
done:
  ret i32 %n
}

; CHECK-LABEL: two#:
; CHECK-COUNT-2: local_csr_wr[ACTIVE_LM_ADDR_
; CHECK: two.1#:
; CHECK-NEXT: alu[*l$index0, {{.*}}*l$index1]
; CHECK-NOT: {{local_csr_wr|nop}}
; CHECK: rtn
define internal i32 @two(ptr %p, ptr %q, i32 %n) noinline {
  br label %loop
loop:
  %i = phi i32 [ %n, %0 ], [ %next, %loop ]
  %v = load volatile i32, ptr %p
  %w = add i32 %v, %i
  store volatile i32 %w, ptr %q
  %next = add i32 %i, -1
  %end = icmp eq i32 %next, 0
  br i1 %end, label %done, label %loop
done:
  ret i32 %n
}

define void @main() {
  %a = call i32 @fixed(ptr inttoptr (i32 256 to ptr), i32 1)
  %b = call i32 @fixed(ptr inttoptr (i32 264 to ptr), i32 %a)
  %c = call i32 @two(ptr inttoptr (i32 264 to ptr), ptr inttoptr (i32 464 to ptr), i32 %b)
  %d = call i32 @two(ptr inttoptr (i32 464 to ptr), ptr inttoptr (i32 264 to ptr), i32 %c)
  call void @__me_csr_wr(i32 320, i32 %d)
  ret void
}
declare void @__me_csr_wr(i32, i32)

; A pointer that a loop needs at once is set before the loop and at the end of each turn. Two blocks
; that set a pointer to one address share the write.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=lm-early %s | %FileCheck %s --check-prefix=OUT
target triple = "mev2-unknown-none"

; CHECK-LABEL: walk#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_[[P:[01]]],
; CHECK: walk.1#:
; CHECK-NEXT: *l$index[[P]]
; CHECK-NOT: nop
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_[[P]],
; CHECK: b{{(cc|cs|ne|eq)}}[
; OUT-LABEL: walk#:
; OUT: walk.1#:
; OUT-NEXT: local_csr_wr[ACTIVE_LM_ADDR_
; OUT: nop
; OUT-NEXT: nop
define internal i32 @walk(ptr %p, i32 %x) noinline {
  br label %loop
loop:
  %at = phi ptr [ %p, %0 ], [ %next, %loop ]
  %y = phi i32 [ 1, %0 ], [ %z, %loop ]
  %v = load volatile i32, ptr %at
  %a = and i32 %v, 60
  %b = add i32 %a, 256
  %next = inttoptr i32 %b to ptr
  %z = add i32 %y, 7
  %more = icmp ult i32 %a, %x
  br i1 %more, label %loop, label %done
done:
  ret i32 %z
}

; CHECK-LABEL: share#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_
; CHECK: b{{(cc|cs|ne|eq)}}[
; CHECK-NOT: local_csr_wr[ACTIVE_LM
; CHECK: rtn
; OUT-LABEL: share#:
; OUT: b{{(cc|cs|ne|eq)}}[
; OUT-COUNT-2: local_csr_wr[ACTIVE_LM_ADDR_
define internal i32 @share(ptr %p, i32 %x) noinline {
  %q = getelementptr i32, ptr %p, i32 %x
  %more = icmp ult i32 %x, 5
  br i1 %more, label %one, label %other
one:
  store volatile i32 %x, ptr %q
  ret i32 1
other:
  %v = load volatile i32, ptr %q
  ret i32 %v
}

define void @main() {
  %a = call i32 @walk(ptr inttoptr (i32 256 to ptr), i32 1)
  %b = call i32 @walk(ptr inttoptr (i32 264 to ptr), i32 %a)
  %c = call i32 @share(ptr inttoptr (i32 256 to ptr), i32 %b)
  %d = call i32 @share(ptr inttoptr (i32 264 to ptr), i32 %c)
  call void @__me_csr_wr(i32 320, i32 %d)
  ret void
}
declare void @__me_csr_wr(i32, i32)

; Work that does not need local memory comes between a pointer and its use.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=schedule %s | %FileCheck %s --check-prefix=OUT

; CHECK-LABEL: work#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_1, [[P:[ab][0-9]+]]]
; CHECK-NOT: nop
; CHECK: alu{{(_shf)?}}[{{[ab]}}
; CHECK-NOT: nop
; CHECK: alu[*l$index1,
; OUT-LABEL: work#:
; OUT: local_csr_wr[ACTIVE_LM_ADDR_1,
; OUT-COUNT-3: nop
; OUT-NEXT: alu[*l$index1,
define internal i32 @work(ptr %p, i32 %x, i32 %y) noinline {
  %a = shl i32 %x, 3
  %b = xor i32 %a, %y
  %c = lshr i32 %b, 7
  %d = add i32 %c, %x
  store volatile i32 %d, ptr inttoptr (i32 1024 to ptr)
  %v = load i32, ptr %p
  %w = add i32 %v, %x
  %e = xor i32 %w, %d
  ret i32 %e
}
define void @main() {
  %a = call i32 @work(ptr inttoptr (i32 256 to ptr), i32 1, i32 2)
  %b = call i32 @work(ptr inttoptr (i32 264 to ptr), i32 %a, i32 %a)
  call void @__me_csr_wr(i32 320, i32 %b)
  ret void
}
declare void @__me_csr_wr(i32, i32)

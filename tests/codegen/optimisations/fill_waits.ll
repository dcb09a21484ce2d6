; Waits for a pointer get work from after branches, if its results are dead at the branch targets.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=schedule %s | %FileCheck %s --check-prefix=OUT

; CHECK-LABEL: look#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_1,
; CHECK-NOT: nop
; CHECK: alu[--, *l$index1
; CHECK-NEXT: b{{eq|ne}}
; CHECK: rtn
; OUT-LABEL: look#:
; OUT: local_csr_wr[ACTIVE_LM_ADDR_1,
; OUT-COUNT-3: nop
; OUT: rtn
define internal i32 @look(ptr %p, i32 %x) noinline {
  %v = load i32, ptr %p
  %same = icmp eq i32 %v, %x
  br i1 %same, label %out, label %on
on:
  %a = shl i32 %x, 3
  %b = xor i32 %a, %x
  %c = lshr i32 %b, 7
  %d = add i32 %c, %b
  call void @__me_csr_wr(i32 320, i32 %d)
  br label %out
out:
  ret i32 %x
}

define void @main() {
  %a = call i32 @look(ptr inttoptr (i32 256 to ptr), i32 1)
  %b = call i32 @look(ptr inttoptr (i32 264 to ptr), i32 %a)
  call void @__me_csr_wr(i32 320, i32 %b)
  ret void
}
declare void @__me_csr_wr(i32, i32)

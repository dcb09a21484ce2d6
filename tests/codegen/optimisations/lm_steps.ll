; To the next longword the pointer steps, with the access before if there is one.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=lm-steps %s | %FileCheck %s --check-prefix=OUT

; CHECK-LABEL: three#:
; CHECK: local_csr_wr
; CHECK-NOT: local_csr_wr
; CHECK: *l$index1++
; CHECK: *l$index1++
; CHECK: *l$index1
; CHECK-NOT: local_csr_wr
; CHECK: rtn
; OUT-LABEL: three#:
; OUT-COUNT-3: local_csr_wr
; OUT: rtn
define internal i32 @three(ptr %p) noinline {
  %a = load i32, ptr %p
  %q = getelementptr i32, ptr %p, i32 1
  %b = load i32, ptr %q
  %r = getelementptr i32, ptr %p, i32 2
  %c = load i32, ptr %r
  %d = shl i32 %a, 3
  %e = xor i32 %d, %b
  %f = shl i32 %e, 3
  %g = xor i32 %f, %c
  ret i32 %g
}

define void @main() {
  %a = call i32 @three(ptr inttoptr (i32 256 to ptr))
  %b = call i32 @three(ptr inttoptr (i32 300 to ptr))
  %c = add i32 %a, %b
  call void @__me_csr_wr(i32 320, i32 %c)
  ret void
}
declare void @__me_csr_wr(i32, i32)

; A caller keeps values in registers that its callees do not change. Without this, calls take all
; registers and the values go to local memory.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=callee-registers %s | %FileCheck %s --check-prefix=OUT

; CHECK-LABEL: outer#:
; CHECK-NOT: *l$index
; CHECK: rtn

; OUT-LABEL: outer#:
; OUT: alu[*l$index0{{.*}}, --, B,
; OUT: rtn
define internal i32 @leaf(i32 %x) noinline {
  %y = mul i32 %x, %x
  ret i32 %y
}

define internal i32 @middle(i32 %x) noinline {
  %a = call i32 @leaf(i32 %x)
  %b = call i32 @leaf(i32 %a)
  %c = add i32 %b, %x
  ret i32 %c
}

define internal i32 @outer(i32 %x, i32 %y) noinline {
  %a = call i32 @middle(i32 %x)
  %b = call i32 @middle(i32 %y)
  %c = xor i32 %a, %b
  %d = add i32 %c, %y
  ret i32 %d
}

define void @main() {
  %r = call i32 @outer(i32 1, i32 2)
  call void @__me_csr_wr(i32 320, i32 %r)
  ret void
}
declare void @__me_csr_wr(i32, i32)

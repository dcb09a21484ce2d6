; A constant is not set again in a register that has it. Other contexts may change shared variables
; and local memory during a swap: there it is.
; RUN: %mecc_codegen %s | %FileCheck %s

declare void @__me_ctx_voluntary()

@turn = internal global i32 0, !mecc.object !{!"shared_gpr", !"turn"}

define internal void @put(i32 %x) noinline {
  store volatile i32 %x, ptr inttoptr (i32 64 to ptr)
  ret void
}

; CHECK-LABEL: main#:
; CHECK: immed[a0, 0x7]
; CHECK-NOT: immed[a0,
; CHECK: immed[@a13, 0x5]
; CHECK: immed[*l$index{{[01]}}, 0x9]
; CHECK: immed[@a13, 0x5]
; CHECK: immed[*l$index{{[01]}}, 0x9]
; CHECK-LABEL: put#:
define void @main() {
  call void @put(i32 7)
  call void @put(i32 7)
  store volatile i32 5, ptr @turn
  store volatile i32 9, ptr inttoptr (i32 128 to ptr)
  call void @__me_ctx_voluntary()
  store volatile i32 5, ptr @turn
  store volatile i32 9, ptr inttoptr (i32 128 to ptr)
  call void @__me_ctx_voluntary()
  ret void
}

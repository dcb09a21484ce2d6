; A swap may change shared registers and local memory: a constant is stored again after it, and a value read
; before it is kept. Without a swap a second store of the constant is omitted, and a value is read at its use.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
@turn = internal global i32 0, !mecc.object !{!"shared_gpr", !"turn"}
declare void @__me_ctx_voluntary()
declare void @__me_csr_wr(i32, i32)
declare i32 @__me_cam_lookup(i32)

; CHECK-LABEL: main#:
; CHECK: immed[[[TURN:@[ab][0-9]+]], 0x5]
; CHECK-NOT: [[TURN]]
; CHECK: immed[*l$index1, 0x7]
; CHECK: ctx_arb[voluntary]
; CHECK-DAG: immed[[[TURN]], 0x5]
; CHECK-DAG: immed[*l$index1, 0x7]
define void @main() {
  store volatile i32 5, ptr @turn
  store volatile i32 5, ptr @turn
  store volatile i32 7, ptr inttoptr (i32 64 to ptr)
  call void @__me_ctx_voluntary()
  store volatile i32 5, ptr @turn
  store volatile i32 7, ptr inttoptr (i32 64 to ptr)
; CHECK: cam_lookup
; CHECK-NEXT: alu[{{.*}}[[TURN]]{{.*}}]
; CHECK: alu[[[OLD:[ab][0-9]+]], --, B, [[TURN]]]
; CHECK: ctx_arb[voluntary]
; CHECK: cam_lookup
; CHECK: [[OLD]]
  %a = load volatile i32, ptr @turn
  %b = call i32 @__me_cam_lookup(i32 1)
  %c = add i32 %a, %b
  %d = load volatile i32, ptr @turn
  call void @__me_ctx_voluntary()
  %e = call i32 @__me_cam_lookup(i32 2)
  %f = xor i32 %d, %e
  call void @__me_csr_wr(i32 320, i32 %c)
  call void @__me_csr_wr(i32 332, i32 %f)
  ret void
}

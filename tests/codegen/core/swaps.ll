; A swap may change shared registers and local memory: a constant is stored again after it, and a value read
; before it is kept. Without a swap a second store of the constant is omitted, and a value is read at its use.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
@turn = internal global i32 0, !mecc.object !{!"shared_gpr", !"turn"}
declare void @__me_ctx_voluntary()
declare void @__me_ctx_bpt()
declare void @__me_wait_mask(i32)
declare void @__me_wait_all(ptr, ...)
declare void @__me_csr_wr(i32, i32)
declare i32 @__me_cam_lookup(i32)
declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_SRAM_WRITE(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_DRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_DRAM_WRITE(ptr, i32, i32, i32, i32, ptr)

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
  call void @each(i32 %f)
  call void @each(i32 %c)
  call void @own(i32 %f)
  call void @own(i32 %c)
  ret void
}

; Each instruction that swaps.
; CHECK-LABEL: each#:
; CHECK: immed[[[TURN]], 0x5]
; CHECK: sram[write, {{.*}}ctx_swap
; CHECK: immed[[[TURN]], 0x5]
; CHECK: ctx_arb[--]
; CHECK-NEXT: immed[[[TURN]], 0x5]
; CHECK: ctx_arb[bpt]
; CHECK-NEXT: immed[[[TURN]], 0x5]
; CHECK: ctx_arb[s
; CHECK: immed[[[TURN]], 0x5]
define internal void @each(i32 %x) noinline {
  %in = alloca i32, !mecc.object !{!"s_in", !"in"}
  %out = alloca i32, !mecc.object !{!"s_out", !"out"}
  %sig = alloca i32, !mecc.object !{!"signal", !"sig"}
  store i32 %x, ptr %out
  store volatile i32 5, ptr @turn
  call void @__me_cmd_SRAM_WRITE(ptr %out, i32 64, i32 0, i32 1, i32 1, ptr %sig)
  store volatile i32 5, ptr @turn
  call void @__me_wait_mask(i32 %x)
  store volatile i32 5, ptr @turn
  call void @__me_ctx_bpt()
  store volatile i32 5, ptr @turn
  call void @__me_cmd_SRAM_READ(ptr %in, i32 64, i32 0, i32 1, i32 0, ptr %sig)
  %a = call i32 @__me_cam_lookup(i32 2)
  call void (ptr, ...) @__me_wait_all(ptr %sig)
  store volatile i32 5, ptr @turn
  call void @__me_csr_wr(i32 320, i32 %a)
  ret void
}

; Transfer registers keep their values: none is read before the swap, or written again after it.
; CHECK-LABEL: own#:
; CHECK: dram[read,
; CHECK: immed[$0, 0x6]
; CHECK: immed[$$0, 0x7]
; CHECK-NEXT: ctx_arb[voluntary]
; CHECK-NOT: {{immed|--, B}}
; CHECK: dram[write,
define internal void @own(i32 %x) noinline {
  %in = alloca i32, !mecc.object !{!"s_in", !"in"}
  %out = alloca i32, !mecc.object !{!"s_out", !"out"}
  %d_in = alloca [2 x i32], !mecc.object !{!"d_in", !"d_in"}
  %d_out = alloca [2 x i32], !mecc.object !{!"d_out", !"d_out"}
  %sig = alloca i32, !mecc.object !{!"signal", !"sig"}
  %d_sig = alloca i32, !mecc.object !{!"signal", !"d_sig"}
  call void @__me_cmd_SRAM_READ(ptr %in, i32 64, i32 0, i32 1, i32 1, ptr %sig)
  call void @__me_cmd_DRAM_READ(ptr %d_in, i32 64, i32 0, i32 1, i32 1, ptr %d_sig)
  store i32 6, ptr %out
  store i32 7, ptr %d_out
  %a = load i32, ptr %in
  %b = load i32, ptr %d_in
  call void @__me_ctx_voluntary()
  store i32 6, ptr %out
  store i32 7, ptr %d_out
  %c = add i32 %a, %x
  %d = add i32 %b, %x
  call void @__me_csr_wr(i32 320, i32 %c)
  call void @__me_csr_wr(i32 332, i32 %d)
  call void @__me_cmd_SRAM_WRITE(ptr %out, i32 64, i32 0, i32 1, i32 1, ptr %sig)
  call void @__me_cmd_DRAM_WRITE(ptr %d_out, i32 64, i32 0, i32 1, i32 1, ptr %d_sig)
  ret void
}

; Next-neighbour registers: each has a number of its own, on its side; two of them are not read by
; one instruction.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s

; CHECK: alu[[[V:[ab][0-9]+]], --, B, n$1]
; CHECK: alu[n$1, n$0, +, [[V]]]
; CHECK: immed[n$0, 0x5]
; A read stays before an instruction during which the other microengine may write.
; CHECK-NEXT: alu[{{.*}}, n$0, +, 0x1]
; CHECK-NEXT: local_csr_wr[CRC_REMAINDER
define void @main() {
  %a = alloca i32, !mecc.object !{!"nn_in", !"a"}
  %b = alloca i32, !mecc.object !{!"nn_in", !"b"}
  %c = alloca i32, !mecc.object !{!"nn_out", !"c"}
  %d = alloca i32, !mecc.object !{!"nn_out", !"d"}
  %x = load i32, ptr %a
  %y = load i32, ptr %b
  %s = add i32 %x, %y
  store i32 %s, ptr %d
  store i32 5, ptr %c
  %z = load i32, ptr %a
  call void @__me_csr_wr(i32 320, i32 5)
  %next = add i32 %z, 1
  call void @__me_csr_wr(i32 332, i32 %next)
  ret void
}
declare void @__me_csr_wr(i32, i32)

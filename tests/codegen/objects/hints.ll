; Masks and numbers: the compiler sees no wait, so the signal and the buffer stay occupied until a
; hint says that the hardware is done.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s

declare void @__me_cmd_SRAM_WRITE(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_wait_mask(i32)
declare void @__me_wait_all(ptr, ...)
declare i32 @__me_signal_mask(ptr, ...)
declare i32 @__me_xfer_number(ptr)
declare void @__me_implicit_read(ptr, i32)
declare void @__me_implicit_write(ptr, i32)
declare void @__me_free_write_buffer(ptr)
declare void @__me_csr_wr(i32, i32)
declare void @__me_pin(ptr, i32)

; CHECK: immed[$0, 0x5]
; CHECK: sram[write, $0, {{.*}}, sig_done[s2]
; CHECK: immed[$1, 0x6]
; CHECK: sram[write, $1, {{.*}}, ctx_swap[s3]
; CHECK: immed[{{.*}}, 0x4]
; CHECK: local_csr_wr[ACTIVE_CTX_WAKEUP_EVENTS
; CHECK-COUNT-4: nop
; CHECK-NEXT: ctx_arb[--]
; Free again.
; CHECK: immed[$0, 0x7]
; CHECK: sram[write, $0, {{.*}}, ctx_swap[s3]
; The hardware writes a register that is pinned.
; CHECK: immed[{{.*}}, 0x9]
; CHECK: ctx_arb[s1]
; CHECK: sram[read, $0, $9, 0x0, 1]
define void @main() {
  %a = alloca i32, !mecc.object !{!"s_out", !"a"}
  %b = alloca i32, !mecc.object !{!"s_out", !"b"}
  %c = alloca i32, !mecc.object !{!"s_out", !"c"}
  %status = alloca i32, !mecc.object !{!"s_in", !"status"}
  %in = alloca i32, !mecc.object !{!"s_in", !"in"}
  %from_others = alloca i32, !mecc.object !{!"signal", !"from_others"}
  %sa = alloca i32, !mecc.object !{!"signal", !"sa"}
  %sb = alloca i32, !mecc.object !{!"signal", !"sb"}
  call void @__me_pin(ptr %status, i32 9)
  store i32 5, ptr %a
  call void @__me_cmd_SRAM_WRITE(ptr %a, i32 0, i32 0, i32 1, i32 0, ptr %sa)
  store i32 6, ptr %b
  call void @__me_cmd_SRAM_WRITE(ptr %b, i32 4, i32 0, i32 1, i32 1, ptr %sb)
  %mask = call i32 (ptr, ...) @__me_signal_mask(ptr %sa)
  call void @__me_wait_mask(i32 %mask)
  call void @__me_free_write_buffer(ptr %a)
  store i32 7, ptr %c
  call void @__me_cmd_SRAM_WRITE(ptr %c, i32 8, i32 0, i32 1, i32 1, ptr %sb)
  call void @__me_implicit_write(ptr %status, i32 4)
  %n = call i32 @__me_xfer_number(ptr %status)
  call void @__me_csr_wr(i32 332, i32 %n)
  call void (ptr, ...) @__me_wait_all(ptr %from_others)
  %v = load i32, ptr %status
  call void @__me_cmd_SRAM_READ(ptr %in, i32 %v, i32 0, i32 1, i32 1, ptr %sb)
  ret void
}

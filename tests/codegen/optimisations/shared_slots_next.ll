; A branch to the next word, where another path arrives too, takes no words from there.
; RUN: %mecc_codegen %s | %FileCheck %s
target triple = "mev2-unknown-none"

declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_SRAM_WRITE(ptr, i32, i32, i32, i32, ptr)
declare void @__me_wait_any(ptr, ...)
declare i32 @__me_signal_test(ptr)

; CHECK-LABEL: stored#:
; CHECK: beq[[[JOIN:l[0-9]+#]]]
; CHECK: br_signal[s1, [[JOIN]]]{{ +;}}
; CHECK: immed[a0, 0x1000, <<8]
; CHECK-NEXT: sram[read
define internal i32 @stored(i32 %any, i32 %n) noinline {
  %s = alloca i32, !mecc.object !{!"signal", !"s"}
  %x = alloca [1 x i32], !mecc.object !{!"s_out", !"x"}
  %t = alloca i32, !mecc.object !{!"signal", !"t"}
  %r = alloca [1 x i32], !mecc.object !{!"s_in", !"r"}
  %none = icmp eq i32 %any, 0
  br i1 %none, label %join, label %store
store:
  store i32 %n, ptr %x
  call void @__me_cmd_SRAM_WRITE(ptr %x, i32 4, i32 0, i32 1, i32 0, ptr %s)
  call void (ptr, ...) @__me_wait_any(ptr %s)
  %consumed = call i32 @__me_signal_test(ptr %s)
  br label %join
join:
  call void @__me_cmd_SRAM_READ(ptr %r, i32 1048576, i32 0, i32 1, i32 1, ptr %t)
  %value = load i32, ptr %r
  %sum = add i32 %value, %n
  ret i32 %sum
}

define void @main() {
  %a = call i32 @stored(i32 0, i32 1)
  %b = call i32 @stored(i32 %a, i32 2)
  call void @__me_csr_wr(i32 320, i32 %b)
  ret void
}
declare void @__me_csr_wr(i32, i32)

; Local memory through a pointer: three instructions between the write of the pointer and its use,
; useful ones if there are any. Two crc are kept apart; the remainder has a latency.
; RUN: %mecc_codegen -no-defer -without=lm-streams -without=lm-early %s | %FileCheck %s

declare i32 @__me_crc(i32, i32, i32, i32, i32)
declare i32 @__me_csr_rd(i32)
declare void @__me_csr_wr(i32, i32)

; CHECK-LABEL: main#:
; CHECK: crc_be
; CHECK-NEXT: nop
; CHECK-NEXT: crc_be
; CHECK-COUNT-4: nop
; CHECK-NEXT: local_csr_rd[CRC_REMAINDER]
; CHECK-LABEL: sum#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_1, [[P:[ab][0-9]+]]]
; CHECK-NEXT: alu[[[P]], [[P]], +, 0x4]
; CHECK-NEXT: nop
; CHECK-NEXT: nop
; CHECK-NEXT: alu[{{.*}}, *l$index1]
define internal i32 @sum(ptr %p, ptr %end) noinline {
  br label %loop
loop:
  %at = phi ptr [ %p, %0 ], [ %next, %loop ]
  %total = phi i32 [ 0, %0 ], [ %more, %loop ]
  %v = load i32, ptr %at
  %more = add i32 %total, %v
  %next = getelementptr i32, ptr %at, i32 1
  %last = icmp eq ptr %next, %end
  br i1 %last, label %done, label %loop
done:
  ret i32 %more
}

define void @main() {
  call void @__me_csr_wr(i32 320, i32 0)
  %v = call i32 @sum(ptr inttoptr (i32 256 to ptr), ptr inttoptr (i32 512 to ptr))
  %a = call i32 @__me_crc(i32 4, i32 0, i32 0, i32 0, i32 %v)
  %b = call i32 @__me_crc(i32 4, i32 0, i32 0, i32 0, i32 %v)
  %c = call i32 @__me_csr_rd(i32 320)
  call void @__me_csr_wr(i32 332, i32 %c)
  ret void
}

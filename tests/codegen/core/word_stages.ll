; The stages on words, one after the other. A stage that only checks or measures changes no word.
; RUN: %mecc_codegen -stop-after=remainder -without=lm-early %s | %FileCheck %s --check-prefix=BEFORE
; RUN: %mecc_codegen -stop-after=schedule -without=lm-early %s | %FileCheck %s --check-prefix=SCHEDULE
; RUN: %mecc_codegen -stop-after=distances -without=lm-early %s | %FileCheck %s --check-prefix=DISTANCES
; RUN: %mecc_codegen -stop-after=swap-slots -without=lm-early %s | %FileCheck %s --check-prefix=SWAP
; RUN: %mecc_codegen -stop-after=waits -without=lm-early %s | %FileCheck %s --check-prefix=WAITS
; RUN: %mecc_codegen -stop-after=defer-slots -without=lm-early %s | %FileCheck %s --check-prefix=DEFER
; RUN: %mecc_codegen -stop-after=shared-slots -without=lm-early %s | %FileCheck %s --check-prefix=DEFER
; RUN: %mecc_codegen -stop-after=target-slots -without=lm-early %s > %t
; RUN: %FileCheck %s --check-prefix=TARGET < %t
; RUN: %mecc_codegen -stop-after=measure -without=lm-early %s | diff %t -
; RUN: %mecc_codegen -stop-after=control-store -without=lm-early %s | diff %t -
; RUN: %mecc_codegen -stop-after=check -without=lm-early %s | diff %t -
; RUN: %mecc_codegen -without=lm-early %s | diff %t -

; BEFORE-LABEL: walk#:
; BEFORE: local_csr_wr[ACTIVE_LM_ADDR_1, [[AT:a[0-9]+]]]
; BEFORE-NEXT: <<3
; BEFORE-NEXT: XOR, *l$index1
; BEFORE-NEXT: local_csr_wr[CRC_REMAINDER
; BEFORE-NEXT: ctx_arb[voluntary]{{ }}
; BEFORE-NEXT: alu[[[AT]], [[AT]], +, 0x14]
; BEFORE-NEXT: alu[--
; BEFORE-NEXT: bcc[l{{[0-9]+}}#]{{ }}

; Independent instructions come between the write of a pointer and its use.
; SCHEDULE-LABEL: walk#:
; SCHEDULE: local_csr_wr[ACTIVE_LM_ADDR_1
; SCHEDULE-NEXT: <<3
; SCHEDULE-NEXT: local_csr_wr[CRC_REMAINDER
; SCHEDULE-NEXT: *l$index1

; DISTANCES-LABEL: walk#:
; DISTANCES: local_csr_wr[CRC_REMAINDER
; DISTANCES-NEXT: nop
; DISTANCES-NEXT: *l$index1

; SWAP-LABEL: walk#:
; SWAP: ctx_arb[voluntary], defer[2]
; SWAP-NEXT: nop
; SWAP-NEXT: XOR, *l$index1
; SWAP: bcc[l{{[0-9]+}}#]{{ }}
; SWAP-LABEL: look#:
; SWAP-COUNT-3: nop

; WAITS-LABEL: look#:
; WAITS-NOT: nop
; WAITS: rtn[b15]{{ }}

; DEFER-LABEL: walk#:
; DEFER: bcc[l{{[0-9]+}}#], defer[1]
; DEFER-NEXT: +, 0x14
; DEFER: rtn[b15], defer[1]
; DEFER-NEXT: --, B

; TARGET-LABEL: walk#:
; TARGET: bcc[l{{[0-9]+}}#], defer[3]
; TARGET-NEXT: +, 0x14
; TARGET-NEXT: local_csr_wr[ACTIVE_LM_ADDR_1
; TARGET-NEXT: <<3
define internal i32 @walk(ptr %p, i32 %x) noinline {
  br label %loop
loop:
  %at = phi ptr [ %p, %0 ], [ %next, %loop ]
  %sum = phi i32 [ %x, %0 ], [ %mixed, %loop ]
  %v = load i32, ptr %at
  %a = shl i32 %sum, 3
  %mixed = xor i32 %a, %v
  %next = getelementptr i32, ptr %at, i32 5
  call void @__me_csr_wr(i32 320, i32 %a)
  call void @__me_ctx_voluntary()
  %more = icmp ult i32 %mixed, %x
  br i1 %more, label %loop, label %done
done:
  ret i32 %mixed
}

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
  %a = call i32 @walk(ptr inttoptr (i32 256 to ptr), i32 1)
  %b = call i32 @walk(ptr inttoptr (i32 264 to ptr), i32 %a)
  %c = call i32 @look(ptr inttoptr (i32 256 to ptr), i32 %b)
  %d = call i32 @look(ptr inttoptr (i32 264 to ptr), i32 %c)
  call void @__me_csr_wr(i32 320, i32 %d)
  ret void
}
declare void @__me_csr_wr(i32, i32)
declare void @__me_ctx_voluntary()

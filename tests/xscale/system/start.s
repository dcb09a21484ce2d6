@ Runs an instruction in any mode of the processor and records the exception that ends it.
@ Loaded to 0x10000 and entered in Supervisor mode without the MMU.
  .equ KEPT, 0xc0                     @ interrupts masked
  .section .text.start, "ax"
  .globl _start
_start:
  ldr sp, =stack_end
  bl main
1:b 1b
  .ltorg

@ run(context): goes on with r0 to r14, pc and cpsr of the context until the next exception; the
@ context's mode is not Undefined. Returns with `event` and `banks` filled in.
  .globl run
run:
  stmfd sp!, {r4-r12, lr}
  str sp, saved_sp
  ldr r2, [r0, #64]
  and r3, r2, #0x1f
  cmp r3, #0x10
  moveq r3, #0x1f                     @ registers of User mode: from System mode
  orr r3, r3, #KEPT
  add r1, r0, #32
  msr cpsr_c, r3
  ldmia r1, {r8-r14}
  msr cpsr_c, #0x1b + KEPT
  ldr lr, [r0, #60]
  msr spsr_cxsf, r2
  ldmia r0, {r0-r7}
  movs pc, lr
saved_sp:
  .word 0

@ Exceptions: event is number, lr, spsr, r0 to r12. No register is free before they are stored.
  .macro handler number
  str r0, event + 12
  str lr, event + 4
  mrs r0, spsr
  str r0, event + 8
  adr r0, event + 16
  stmia r0, {r1-r12}
  mov r0, #\number
  str r0, event
  b common
  .endm
on_undefined:
  handler 1
on_call:
  handler 2
on_prefetch_abort:
  handler 3
on_data_abort:
  handler 4
  .globl event
event:
  .space 64
  .macro bank mode
  msr cpsr_c, #\mode + KEPT
  mrs r1, spsr
  str r1, [r0], #4
  stmia r0!, {r13, r14}
  .endm
common:
  ldr r0, =banks
  bank 0x13
  bank 0x17
  bank 0x1b
  bank 0x12
  bank 0x11
  stmia r0!, {r8-r12}
  msr cpsr_c, #0x1f + KEPT
  stmia r0!, {r13, r14}
  msr cpsr_c, #0x13 + KEPT
  ldr sp, saved_sp
  ldmfd sp!, {r4-r12, pc}
  .ltorg

@ Copied to 0 and to the high vectors.
  .globl vectors
vectors:
  .word 0xeafffffe
  ldr pc, [pc, #24]
  ldr pc, [pc, #24]
  ldr pc, [pc, #24]
  ldr pc, [pc, #24]
  .word 0xeafffffe, 0xeafffffe, 0xeafffffe
  .word 0, on_undefined, on_call, on_prefetch_abort, on_data_abort, 0, 0, 0

  .bss
  .balign 8
  .space 4096
stack_end:

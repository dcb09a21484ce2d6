@ Entry of a small kernel, linked to 0xc0008000 and entered at 0x8000 without the MMU. It maps
@   0x00000000  DRAM, 1 MB, for the jump        0xc0000000  DRAM, 4 MB
@   0xf0000000  0xc0000000, registers           0xf6000000  0xd6000000, interrupts
@   0xfa000000  0xda000000, PCI cycles          0xffff0000  the vectors, by a table of pages
@ and calls kernel_main(machine, tags).
  .equ TABLE, 0x4000
  .equ PAGES, 0x3c00                  @ coarse table of 0xfff00000
  .equ SECTION, 0xc02                 @ all rights, domain 0
  .section .text.start, "ax"
  .globl _start
_start:
  mov r8, r1
  mov r9, r2
  mov r0, #TABLE
  mov r3, #0
  mov r4, #0x1000
1:str r3, [r0], #4
  subs r4, r4, #1
  bne 1b
  mov r0, #TABLE
  ldr r3, =SECTION
  str r3, [r0]                        @ 0
  add r1, r0, #0x3000                 @ 0xc0000000
  mov r4, #4
2:str r3, [r1], #4
  add r3, r3, #0x100000
  subs r4, r4, #1
  bne 2b
  add r1, r0, #0x3c00                 @ 0xf0000000
  ldr r3, =0xc0000000 + SECTION
  str r3, [r1]
  ldr r3, =0xd6000000 + SECTION
  str r3, [r1, #0x180]                @ 0xf6000000
  ldr r3, =0xda000000 + SECTION
  str r3, [r1, #0x280]                @ 0xfa000000
  ldr r3, =PAGES + 1
  str r3, [r1, #0x3fc]                @ 0xfff00000
  mov r1, #PAGES
  add r1, r1, #0x3c0                  @ page 0xffff0000
  ldr r3, =vectors - 0xc0000000 + 0xff2
  str r3, [r1]
  mcr p15, 0, r0, c2, c0, 0
  mov r3, #1                          @ client of domain 0
  mcr p15, 0, r3, c3, c0, 0
  mcr p15, 0, r3, c8, c7, 0
  mrc p15, 0, r3, c1, c0, 0
  orr r3, r3, #0x2000                 @ high vectors
  orr r3, r3, #0x3                    @ MMU, alignment check
  ldr r4, =mapped
  mcr p15, 0, r3, c1, c0, 0
  mov pc, r4
mapped:
  ldr sp, =stack_end
  msr cpsr_c, #0xd7                   @ abort
  ldr sp, =abort_end
  msr cpsr_c, #0xdb                   @ undefined
  ldr sp, =abort_end
  msr cpsr_c, #0xd2                   @ irq
  ldr sp, =irq_end
  msr cpsr_c, #0xd3
  mov r0, r8
  mov r1, r9
  bl kernel_main
3:b 3b
  .ltorg

@ All registers of an interrupted context as struct context: r0 to r14 of its mode, pc, cpsr.
@ The handler may exchange it for another context.
  .macro enter adjust, handler
  sub lr, lr, #\adjust
  str lr, [sp, #-8]
  mrs lr, spsr
  str lr, [sp, #-4]
  sub sp, sp, #68
  stmia sp, {r0-r14}^
  nop
  mov r0, sp
  bl \handler
  ldr lr, [sp, #64]
  msr spsr_cxsf, lr
  ldr lr, [sp, #60]
  ldmia sp, {r0-r14}^
  nop
  add sp, sp, #68
  movs pc, lr
  .endm
on_data_abort:
  enter 8, data_abort
on_prefetch_abort:
  enter 4, prefetch_abort
on_undefined:
  enter 0, undefined_instruction
on_irq:
  enter 4, interrupt
on_call:                              @ from user mode only: sp is that of the kernel's stack
  enter 0, system_call

@ start_process(context): goes on there, for ever.
  .globl start_process
start_process:
  mov sp, r0
  ldr lr, [sp, #64]
  msr spsr_cxsf, lr
  ldr lr, [sp, #60]
  ldmia sp, {r0-r14}^
  nop
  ldr sp, =stack_end
  movs pc, lr

  .balign 4096
vectors:
  b vectors
  ldr pc, [pc, #24]
  ldr pc, [pc, #24]
  ldr pc, [pc, #24]
  ldr pc, [pc, #24]
  b vectors
  ldr pc, [pc, #20]
  b vectors
  .word 0
  .word on_undefined, on_call, on_prefetch_abort, on_data_abort, on_irq

  .bss
  .balign 8
  .space 4096
stack_end:
  .space 4096
abort_end:
  .space 4096
irq_end:

@ Entry of a kernel linked to 0xf0008000 and entered at 0x8000 without the MMU. It maps 0xf0000000 to
@ DRAM and all other addresses to themselves, lets interrupts enter the board library's vector, and
@ goes on as the library's programs do (start.s).
  .syntax unified
  .arm
  .equ TABLE, 0x4000
  .equ SECTION, 0xc02                 @ all rights, domain 0
  .section .vectors, "ax"
vectors:
  .text
  .globl enter_kernel
enter_kernel:
  mov r8, r2
  ldr r0, =TABLE
  ldr r3, =SECTION
  mov r4, #0
1:add r5, r3, r4, lsl #20
  str r5, [r0, r4, lsl #2]
  add r4, r4, #1
  cmp r4, #0x1000
  bne 1b
  add r0, r0, #0x3c00
  str r3, [r0]                        @ 0xf0000000
  sub r0, r0, #0x3c00
  mcr p15, 0, r0, c2, c0, 0
  mov r3, #3                          @ manager of domain 0
  mcr p15, 0, r3, c3, c0, 0
  mcr p15, 0, r3, c8, c7, 0
  mrc p15, 0, r3, c1, c0, 0
  orr r3, r3, #1
  ldr r4, =mapped
  mcr p15, 0, r3, c1, c0, 0
  mov pc, r4
mapped:
  ldr r0, =tags
  str r8, [r0]
  ldr r0, =0xe59ff018                 @ ldr pc, [pc, #24]
  mov r1, #0x18
  str r0, [r1]
  ldr r0, =vectors
  add r0, r0, #0x18
  str r0, [r1, #0x20]
  ldr r0, =_start
  mov pc, r0

  .bss
  .balign 8
  .globl tags, stack_top, interrupt_stack_top
tags:
  .space 4096
stack_top:
  .space 4096
interrupt_stack_top:

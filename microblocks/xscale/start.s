@ Vectors, stacks and the way into main(). The memory of the program is zero where nothing else was
@ loaded. Faults that are not handled by the program stop the emulated run where they happen
@ ([xscale] faults); here they would come back to the vector for ever.
    .syntax unified
    .arm
    .section .vectors, "ax"
    b     _start
    b     .                     @ undefined instruction
    b     .                     @ software interrupt
    b     .                     @ prefetch abort
    b     .                     @ data abort
    b     .
    b     irq_entry
    b     .                     @ FIQ

    .text
    .global _start
_start:
    msr   cpsr_c, #0xd2         @ IRQ mode, interrupts masked
    ldr   sp, =interrupt_stack_top
    msr   cpsr_c, #0xdf         @ System mode, likewise
    ldr   sp, =stack_top
    mov   fp, #0
    bl    main
    .global exit                @ (status): the run fails unless it is 0
exit:
    msr   cpsr_c, #0xdf
    ldr   r1, =0x68616c74       @ mark by which the emulator detects the end of a program
    b     .

irq_entry:
    sub   lr, lr, #4
    push  {r0-r3, r12, lr}
    bl    interrupt_dispatch
    ldm   sp!, {r0-r3, r12, pc}^

    .global interrupts_unmask
interrupts_unmask:
    mrs   r0, cpsr
    bic   r0, r0, #0x80
    msr   cpsr_c, r0
    bx    lr
    .global interrupts_mask
interrupts_mask:
    mrs   r0, cpsr
    orr   r0, r0, #0x80
    msr   cpsr_c, r0
    bx    lr
    .global wait_for_interrupt  @ power mode idle; a masked interrupt ends it too
wait_for_interrupt:
    mov   r0, #1
    mcr   p14, 0, r0, c7, c0, 0
    bx    lr

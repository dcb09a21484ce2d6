@ The beginning of a test program and its system calls (Linux, EABI).
    .syntax unified
    .arm
    .text
    .global _start
_start:
    mov   fp, #0
    bl    main
    mov   r7, #1            @ exit
    svc   #0

    .global system_call     @ (a, b, c, number)
    .type system_call, %function
system_call:
    push  {r7, lr}
    mov   r7, r3
    svc   #0
    pop   {r7, pc}

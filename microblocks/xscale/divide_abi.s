@ Division functions that compilers call, with the ABI's two return values: on top of divide.c.
    .syntax unified
    .arm
    .text

@ Quotient in r0, remainder in r1.
    .macro divmod name, divide
    .global \name
    .type \name, %function
\name:
    push  {r0, r1, lr}
    bl    \divide
    pop   {r1, r2, lr}
    mul   r3, r0, r2
    sub   r1, r1, r3
    bx    lr
    .endm
    divmod __aeabi_uidivmod, __aeabi_uidiv
    divmod __aeabi_idivmod, __aeabi_idiv

@ Quotient in r0 and r1, remainder in r2 and r3.
    .macro divmod_long name, divide
    .global \name
    .type \name, %function
\name:
    push  {r4, lr}
    sub   sp, sp, #16
    add   r4, sp, #8
    str   r4, [sp]
    bl    \divide
    ldr   r2, [sp, #8]
    ldr   r3, [sp, #12]
    add   sp, sp, #16
    pop   {r4, pc}
    .endm
    divmod_long __aeabi_uldivmod, divide_unsigned_long
    divmod_long __aeabi_ldivmod, divide_long

@ Thumb state has no CLZ.
    .global __clzsi2
    .type __clzsi2, %function
__clzsi2:
    clz   r0, r0
    bx    lr

; error: ctx_compared.uc:2:6: error: CTX() and BYTE() can only be compared with == and !=
.if (CTX() < 3)
nop
.endif

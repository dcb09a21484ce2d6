; error: operation_compared.uc:4:17: error: the result of an operation can only be compared with 0, by == or !=
.reg x y
.set x y
.if ((x & y) == 3)
nop
.endif
ctx_arb[kill]

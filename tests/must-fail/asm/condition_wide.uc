; error: condition_wide.uc:4:10: error: constant -2147483649 does not fit 32 bits
.reg x
immed[x, 0]
.if (x < -0x80000001)
nop
.endif

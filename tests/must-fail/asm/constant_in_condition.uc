; error: constant_in_condition.uc:4:11: error: constant 2048 (0x800) does not fit: operands of alu are 0 to 255; load it into a register with immed first
.reg x
immed[x, 0]
.if (x == 0x800)
nop
.endif

; error: constant_negative.uc:4:14: error: constant -1 does not fit: operands of alu are 0 to 255; load it into a register with immed first
.reg x
immed[x, 0]
alu[x, x, +, (-1)]

; error: constant_wide.uc:4:14: error: constant 4294967296 does not fit 32 bits
.reg x
immed[x, 0]
alu[x, x, +, 0x100000000]

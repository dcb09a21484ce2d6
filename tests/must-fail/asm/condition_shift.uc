; error: condition_shift.uc:4:11: error: the amount of a shift must be 0 to 31, and known here
.reg x
immed[x, 3]
.if (x << 32)
nop
.endif

; error: single_equals.uc:4:10: error: '=' does not compare; write '=='
.reg x
immed[x, 0]
.if (x = 1)
nop
.endif

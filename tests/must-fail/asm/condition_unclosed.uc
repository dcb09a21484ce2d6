; error: condition_unclosed.uc:4:5: error: '(' without ')'
.reg x y
.set x y
.if (x & (y + 1)
nop
.endif

; error: condition_comparison.uc:4:9: error: the outcome of a comparison is no operand; combine comparisons with && and ||
.reg x y
.set x y
.if ((x > 3) + y)
nop
.endif

; error: condition_operand.uc:4:14: error: an operand is missing
.reg x y
.set x y
.if (x == y +)
nop
.endif

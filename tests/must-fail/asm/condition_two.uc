; error: condition_two.uc:4:8: error: 'y' is not expected here; an operator of + - & | ^ << >> is
.reg x y
.set x y
.if (x y)
nop
.endif

; error: condition_product.uc:4:6: error: '*' is for constants only; registers are multiplied by mul_step
.reg x
immed[x, 3]
.if (x * 2 == 6)
nop
.endif

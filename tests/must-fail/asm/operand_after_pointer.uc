; error: operand_after_pointer.uc:3:24: error: '+1' cannot follow *l$index0
.reg x
alu[x, --, B, *l$index0+1]

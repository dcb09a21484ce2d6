; error: argument_count.uc:3:1: error: alu has 3 arguments here; write alu[dest, a, operator, b] or alu_shf[dest, a, operator, b, shift]
.reg x
alu[x, x, +]

; error: unknown_operator.uc:3:11: error: 'ANDD' is no operator of alu; did you mean 'AND'?
.reg x y
alu[x, x, ANDD, y]

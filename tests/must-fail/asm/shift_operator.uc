; error: shift_operator.uc:5:11: error: operator + cannot be combined with a shift; alu_shf has B, ~B, AND, ~AND, AND~ and OR
.reg x y
immed[x, 0]
immed[y, 0]
alu[x, x, +, y, <<2]

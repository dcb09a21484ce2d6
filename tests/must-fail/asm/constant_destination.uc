; error: constant_destination.uc:4:5: error: a destination must be a register or '--', not the constant '5'
.reg x
immed[x, 0]
alu[5, x, +, 1]

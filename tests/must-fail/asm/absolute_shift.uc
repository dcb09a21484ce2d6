; error: absolute_shift.uc:4:19: error: absolute register @g cannot be an operand of alu_shf; copy it with alu first
.reg @g x
immed[@g, 1]
alu_shf[x, --, B, @g, <<1]

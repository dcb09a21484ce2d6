; error: indirect_shift.uc:7:1: error: an indirect shift takes its amount from the first operand of the instruction before, which must be alu or alu_shf with B, ~B, AND, AND~, OR or XOR and a register there: alu[--, amount, OR, 0]
; error: indirect_shift.uc:6:1: note: this can come before it
.reg x y
immed[x, 0]
immed[y, 3]
alu[y, y, +, 1]
alu_shf[x, --, B, x, <<indirect]

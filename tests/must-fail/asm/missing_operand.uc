; error: missing_operand.uc:4:8: error: operator + needs a first operand
.reg x
immed[x, 0]
alu[x, --, +, x]

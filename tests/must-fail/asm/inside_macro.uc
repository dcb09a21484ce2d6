; error: inside_macro.uc:4:18: error: constant 1000 (0x3e8) does not fit: operands of alu are 0 to 255; load it into a register with immed first
; error: inside_macro.uc:8:1: note: in expansion of macro 'add_many'
#macro add_many(reg)
alu[reg, reg, +, 1000]
#endm
.reg x
immed[x, 0]
add_many(x)

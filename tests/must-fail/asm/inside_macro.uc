; error: inside_macro.uc:4:18: error: constant 4294967296 does not fit 32 bits
; error: inside_macro.uc:8:1: note: in expansion of macro 'add_many'
#macro add_many(reg)
alu[reg, reg, +, 0x100000000]
#endm
.reg x
immed[x, 0]
add_many(x)

; error: if_unclosed.uc:4:1: error: this block is never closed; .endif is missing
.reg x
immed[x, 0]
.if (x == 1)
nop

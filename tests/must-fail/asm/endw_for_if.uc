; error: endw_for_if.uc:7:1: error: .endw without .while: another block is still open
; error: endw_for_if.uc:5:1: note: opened here
.reg x
immed[x, 0]
.if (x)
nop
.endw
.endif

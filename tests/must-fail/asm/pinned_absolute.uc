; error: pinned_absolute.uc:3:6: error: x cannot be register 2 of bank B: @g is there at the same time
; error: pinned_absolute.uc:3:8: note: declared here
.reg x @g
.addr x b2
.addr @g @b18
immed[x, 1]
immed[@g, 1]
alu[--, --, B, x]
ctx_arb[kill]

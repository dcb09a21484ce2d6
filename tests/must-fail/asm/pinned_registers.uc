; error: pinned_registers.uc:3:8: error: y cannot be register 3 of bank A: x is there at the same time
; error: pinned_registers.uc:3:6: note: declared here
.reg x y
.addr x a3
.addr y a3
.set x y
alu[--, --, B, x]
alu[--, --, B, y]
ctx_arb[kill]

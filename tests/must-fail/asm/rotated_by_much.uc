; error: rotated_by_much.uc:4:27: error: the amount of <<rot must be 0 to 31, and known here
.reg x
.set x
alu_shf[x, --, B, x, <<rot32]

; error: shift_amount.uc:4:24: error: shift amount 32 is out of range; 0 to 31 are possible
.reg x
immed[x, 0]
alu_shf[x, --, B, x, <<32]

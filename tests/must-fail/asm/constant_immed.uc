; error: constant_immed.uc:3:10: error: 0x12345678 does not fit one immed: 16 bits, shifted by 0, 8 or 16, or the complement of that; use immed_w0 and immed_w1
.reg x
immed[x, 0x12345678]

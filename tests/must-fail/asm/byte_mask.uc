; error: byte_mask.uc:5:13: error: a byte mask is four digits 0 or 1, byte 3 first (1100 = upper half), not '12'
.reg x y
immed[x, 0]
immed[y, 0]
ld_field[x, 12, y]

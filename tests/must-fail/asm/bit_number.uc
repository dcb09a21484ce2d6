; error: bit_number.uc:5:12: error: bit number 32 is out of range; 0 to 31 are possible
.reg x
immed[x, 0]
l#:
br_bset[x, 32, l#]

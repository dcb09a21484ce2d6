; error: constant_in_branch.uc:3:9: error: constant 300 (0x12c) does not fit: operands of br_bset are 0 to 255
loop#:
br_bset[300, 3, loop#]

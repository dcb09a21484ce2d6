; error: constant_address.uc:5:25: error: constant 128 (0x80) does not fit: operands of scratch are 0 to 127; load it into a register with immed first
.sig s
.reg $x base
immed[base, 0]
scratch[read, $x, base, 128, 1], ctx_swap[s]

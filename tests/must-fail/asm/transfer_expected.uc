; error: transfer_expected.uc:5:12: error: a transfer register ($name or $$name) is expected, not x
.reg base x
.sig s
immed[base, 0]
sram[read, x, base, 0, 1], ctx_swap[s]

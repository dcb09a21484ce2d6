; error: transfer_missing.uc:5:1: error: sram[read] moves data: it needs a transfer register, not '--'
.reg base
.sig s
immed[base, 0]
sram[read, --, base, 0, 1], ctx_swap[s]

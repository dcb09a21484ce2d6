; error: codes_after_swap.uc:9:1: error: the condition codes are another context's after a swap; set them again before using them
; error: codes_after_swap.uc:8:1: note: the context is swapped out here
.sig s
.reg x
immed[x, 1]
alu[x, x, -, 1]
.set_sig s
ctx_arb[s]
beq[x#]
x#:
nop

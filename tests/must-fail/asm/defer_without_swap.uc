; error: defer_without_swap.uc:5:42: error: defer needs a command that swaps: ctx_swap[signal], defer[n]
.sig s
.reg $x b
immed[b, 0]
scratch[read, $x, b, 0, 1], sig_done[s], defer[1]
nop
ctx_arb[s]

; error: swap_on_pair.uc:5:30: error: dram[read] completes with two signals, and ctx_swap waits for one; use sig_done[s] and ctx_arb[s]
.reg $$a[2] base
.sig s
immed[base, 0]
dram[read, $$a, base, 0, 1], ctx_swap[s]

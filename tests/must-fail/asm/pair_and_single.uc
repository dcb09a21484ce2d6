; error: pair_and_single.uc:6:1: error: signal s completes this command, which sends two signals, and another one, which sends one; use a second signal
; error: pair_and_single.uc:8:1: note: the command that sends one signal
.reg $$a[2] $b base
.sig s
immed[base, 0]
dram[read, $$a, base, 0, 1], sig_done[s]
ctx_arb[s]
scratch[read, $b, base, 0, 1], sig_done[s]
ctx_arb[s]

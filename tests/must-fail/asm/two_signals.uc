; error: two_signals.uc:5:45: error: a command has one signal: either ctx_swap or sig_done, once
.reg $a base
.sig s t
immed[base, 0]
scratch[read, $a, base, 0, 1], sig_done[s], ctx_swap[t]

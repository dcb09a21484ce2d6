; error: fast_write_signal.uc:5:1: error: a fast_wr gives no signal; remove ctx_swap or sig_done
.sig s
.reg x
immed[x, 0]
msf[fast_wr, --, x, 0], sig_done[s]

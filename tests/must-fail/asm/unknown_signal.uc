; error: unknown_signal.uc:5:41: error: signal 'dane' is not declared; did you mean 'done'?
.sig done
.reg $x base
immed[base, 0]
scratch[read, $x, base, 0, 1], sig_done[dane]
ctx_arb[done]

; error: register_as_signal.uc:3:9: error: x is no signal; a signal is expected
.reg x
ctx_arb[x]

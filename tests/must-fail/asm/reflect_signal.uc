; error: reflect_signal.uc:5:31: error: the reflector signals only this side; raise a signal of the other one through INTERTHREAD_SIG: cap[fast_wr, ALU, INTERTHREAD_SIG]
.reg $x
.sig s
immed[$x, 1]
cap[write, $x, 0x1, 3, 0, 1], sig_remote[s]

.reg remote $there
.addr $there 7
.reg $x
.sig s
immed[$x, 0]
cap[read, $x, 0x10, $there, 3, 1], ctx_swap[s]
cap[reflect_write, $x, 1, 5, 0, 1], sig_done[s]
br_inp_state[scr_ring3_full, done#]
done#:
ctx_arb[s]
ctx_arb[kill]

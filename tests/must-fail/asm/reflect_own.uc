; error: reflect_own.uc:4:20: error: $there is a register of this program; declare the other one's with .reg remote and say its number with .addr
.reg $x $there
.sig s
cap[read, $x, 0x1, $there, 0, 1], ctx_swap[s]

; error: neighbour_address.uc:4:19: error: next-neighbour register n$p cannot be an operand of scratch; copy it with alu first
.reg n$p $x
.sig s
scratch[read, $x, n$p, 0, 1], ctx_swap[s]

; error: signal_csrs.uc:4:1: error: one instruction must stand between two writes of the neighbour and same-ME signal registers; put something else or a nop there
; error: signal_csrs.uc:3:1: note: the first of the two
local_csr_wr[SAME_ME_SIGNAL, 0x88]
local_csr_wr[NEXT_NEIGHBOR_SIGNAL, 0x88]

; error: pointer_in_slot.uc:8:1: error: a write of an address or index register cannot stand in the defer slot of a context swap: it would take effect in the next context
; error: pointer_in_slot.uc:7:1: note: the slot belongs to this
.sig s
.reg x
immed[x, 0]
.set_sig s
ctx_arb[s], defer[1]
local_csr_wr[ACTIVE_LM_ADDR_0, x]
nop

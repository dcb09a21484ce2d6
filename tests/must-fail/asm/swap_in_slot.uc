; error: swap_in_slot.uc:7:1: error: ctx_arb cannot stand in a defer slot
; error: swap_in_slot.uc:6:1: note: the slot belongs to this
.sig s
x#:
.set_sig s
br[x#], defer[1]
ctx_arb[s]

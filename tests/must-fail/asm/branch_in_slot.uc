; error: branch_in_slot.uc:5:1: error: a branch cannot stand in a defer slot
; error: branch_in_slot.uc:4:1: note: the slot belongs to this
x#:
br[x#], defer[1]
br[x#]

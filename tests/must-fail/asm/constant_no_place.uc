; error: constant_no_place.uc:6:18: error: constant 300 does not fit the operand, and there is no place in front to load it; load it with immed before
.reg x
immed[x, 0]
br[on#], defer[1]
slot#:
    alu[x, x, +, 300]
on#:
br[slot#]

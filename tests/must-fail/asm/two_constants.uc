; error: two_constants.uc:4:1: error: 0x4 and 0x8 are two constants, and one instruction can read only one: copy one into a general-purpose register first
.sig s
.reg $x
scratch[read, $x, 4, 8, 1], ctx_swap[s]

; error: two_transfers.uc:8:1: error: $0 and $1 are two transfer registers, and one instruction can read only one: copy one into a general-purpose register first
.reg $x $y z
.sig s
.reg b
immed[b, 0]
scratch[read, $x, b, 0, 1], ctx_swap[s]
scratch[read, $y, b, 4, 1], ctx_swap[s]
alu[z, $x, +, $y]

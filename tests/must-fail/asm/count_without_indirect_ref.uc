; error: count_without_indirect_ref.uc:6:1: error: a count of 12 needs indirect_ref and the count in the ALU result before it: 1 << 25 | (n - 1) << 21
.sig s
.reg read $x[12]
.reg b
immed[b, 0]
scratch[read, $x, b, 0, max_12], ctx_swap[s]

; The Internet checksum of the five longwords from local memory 0 on. A sum of 32 bits plus itself
; with its halves exchanged has their sum, with the carry around the end, in its upper half.
.reg word

#macro set_up[]
#endm
#macro prepare[]
  local_csr_wr[active_lm_addr_0, 0]
  immed[word, 0x4500, <<16]
  ld_field[word, 0011, x]
  nop
  alu[*l$index0[0], --, B, word]
  alu[*l$index0[1], --, B, x]
  ld_field_w_clr[word, 1100, y]
  alu[*l$index0[2], --, B, word]
  alu[*l$index0[3], x, XOR, y]
  alu[*l$index0[4], --, B, y]
#endm
#include "kernel.uc"

.reg halves

kernel#:
  local_csr_wr[active_lm_addr_0, 0]
  nop
  nop
  nop
  alu[result, --, B, *l$index0[0]]
  alu[result, result, +, *l$index0[1]]
  alu[result, result, +carry, *l$index0[2]]
  alu[result, result, +carry, *l$index0[3]]
  alu[result, result, +carry, *l$index0[4]]
  alu[result, result, +carry, 0]
  alu_shf[halves, --, B, result, <<rot16]
  rtn[back], defer[3]
  alu[result, result, +, halves]
  alu[result, --, ~B, result]
  alu_shf[result, --, B, result, >>16]

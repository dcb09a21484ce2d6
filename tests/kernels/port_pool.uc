; A pool of 128 ports: a bit of four longwords from local memory 0 on is 1 while its port is free.
.reg ones

#macro set_up[]
  local_csr_wr[active_lm_addr_0, 0]
  alu[ones, --, ~B, 0]
  nop
  nop
  alu[*l$index0[0], --, B, ones]
  alu[*l$index0[1], --, B, ones]
  alu[*l$index0[2], --, B, ones]
  alu[*l$index0[3], --, B, ones]
#endm
#macro prepare[]
#endm
#include "kernel.uc"

.reg at bit word even odd

kernel#:
  br_bset[x, 31, allocate#], defer[2]
  local_csr_wr[active_lm_addr_0, 0]
  alu_shf[at, 0x0c, AND, x, >>3]
  local_csr_wr[active_lm_addr_1, at]
  alu[at, x, AND, 0x7f]
  alu[--, x, B, 0]
  alu_shf[bit, --, B, 1, <<indirect]
  alu[--, bit, AND, *l$index1]
  bne[twice#], defer[1]
  alu[*l$index1, bit, OR, *l$index1]
  rtn[back], defer[1]
  alu_shf[result, at, OR, 1, <<8]
twice#:
  rtn[back], defer[1]
  alu_shf[result, at, OR, 1, <<9]
allocate#:
  nop                                   ; l$index0 is three instructions away
  nop
  alu[even, --, B, *l$index0[0]]
  bne[word0#], defer[1]
  alu[odd, --, B, *l$index0[1]]
  bne[word1#], defer[1]
  alu[even, --, B, *l$index0[2]]
  bne[word2#], defer[1]
  alu[odd, --, B, *l$index0[3]]
  bne[word3#], defer[1]
  immed[result, 0xffff]
  rtn[back]
word0#:
  rtn[back], defer[3]
  ffs[result, even]
  alu[bit, even, -, 1]
  alu[*l$index0[0], bit, AND, *l$index0[0]]
#for WORD [1, 2, 3]
word##WORD#:
  ffs[result, *l$index0[WORD]]
  rtn[back], defer[3]
  alu[result, result, +, (32 * WORD)]
  alu[bit, *l$index0[WORD], -, 1]
  alu[*l$index0[WORD], bit, AND, *l$index0[WORD]]
#endloop

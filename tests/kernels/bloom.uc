; A Bloom filter of 256 bits in local memory from 0 on, three bits a key.
.reg count

#macro set_up[]
  clear[]
#endm
#macro clear[]
  local_csr_wr[active_lm_addr_0, 0]
  immed[count, 8]
  nop
  nop
clear#:
  alu[count, count, -, 1]
  bne[clear#], defer[1]
  alu[*l$index0++, --, B, 0]
#endm
#macro prepare[]
  alu[--, y, AND, 31]
  bne[keep#]
  clear[]
keep#:
#endm
#include "kernel.uc"

.reg at number bit missing absent

kernel#:
  alu_shf[at, 0x1c, AND, x, >>3]
  local_csr_wr[active_lm_addr_0, at]
  alu_shf[at, 0x1c, AND, x, >>11]
  local_csr_wr[active_lm_addr_1, at]
  alu[--, x, B, 0]                      ; the amount of the next shift
  alu_shf[bit, --, B, 1, <<indirect]
  alu[missing, bit, AND~, *l$index0]
  alu[*l$index0, bit, OR, *l$index0]
  alu_shf[at, 0x1c, AND, x, >>19]
  local_csr_wr[active_lm_addr_0, at]
  alu_shf[number, --, B, x, >>8]
  alu[--, number, B, 0]
  alu_shf[bit, --, B, 1, <<indirect]
  alu[absent, bit, AND~, *l$index1]
  alu[missing, missing, OR, absent]
  alu[*l$index1, bit, OR, *l$index1]
  alu_shf[number, --, B, x, >>16]
  alu[--, number, B, 0]
  alu_shf[bit, --, B, 1, <<indirect]
  alu[absent, bit, AND~, *l$index0]
  alu[--, missing, OR, absent]
  bne[new#], defer[2]
  alu[*l$index0, bit, OR, *l$index0]
  immed[result, 0]
  rtn[back], defer[1]
  immed[result, 1]
new#:
  rtn[back]

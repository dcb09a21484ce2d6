; A flow table with open addressing, from local memory 0 on: slots of two longwords, key and count.
; The pointer walks along: a probe costs no address.
#define SLOTS 32

.reg left table_words

#macro set_up[]
  local_csr_wr[active_lm_addr_0, 0]
  immed[table_words, (2 * SLOTS)]
  nop
  nop
clear#:
  alu[table_words, table_words, -, 1]
  bne[clear#], defer[1]
  alu[*l$index0++, --, B, 0]
#endm
#macro prepare[]
#endm
#include "kernel.uc"

.reg key factor product at address slot

kernel#:
  alu[key, x, AND, 63]
  alu[key, key, +, 1]
  immed[factor, 0x79b1]
  immed_w1[factor, 0x9e37]
  mul_step[factor, key], 32x32_start
  mul_step[factor, key], 32x32_step1
  mul_step[factor, key], 32x32_step2
  mul_step[factor, key], 32x32_step3
  mul_step[factor, key], 32x32_step4
  mul_step[product, --], 32x32_last
  alu_shf[address, 0xf8, AND, product, >>24]
  local_csr_wr[active_lm_addr_0, address]
  alu_shf[at, --, B, product, >>27]
  alu[left, SLOTS, -, at]               ; slots to the end of the table
  nop
  alu[slot, --, B, *l$index0++]
probe#:
  beq[free#]
  alu[--, slot, -, key]
  beq[found#]
  alu[left, left, -, 1]
  bne[probe#], defer[2]
  alu[--, --, B, *l$index0++]           ; skips the count
  alu[slot, --, B, *l$index0++]         ; past the table at its end, which is harmless
  alu[left, --, B, at]                  ; slots in front of the first, but once
  beq[full#]
  local_csr_wr[active_lm_addr_0, 0]
  immed[at, 0]
  br[probe#], defer[2]
  nop
  alu[slot, --, B, *l$index0++]
free#:
  alu[--, --, B, *l$index0--]
  alu[*l$index0++, --, B, key]
found#:
  rtn[back], defer[2]
  alu[result, *l$index0, +8, y]
  alu[*l$index0, --, B, result]
full#:
  rtn[back], defer[1]
  immed[result, 0]

; Lengths by power of two, their total in 64 bits, minimum and maximum. Local memory: 16 counters.
.reg high low least most

#macro set_up[]
  local_csr_wr[active_lm_addr_0, 0]
  immed[high, 16]
  nop
  nop
clear#:
  alu[high, high, -, 1]
  bne[clear#], defer[1]
  alu[*l$index0++, --, B, 0]
  immed[low, 0]
  immed[most, 0]
  alu[least, --, ~B, 0]
#endm
#macro prepare[]
#endm
#include "kernel.uc"

.reg length shift below bucket

kernel#:
  alu[shift, y, AND, 7]
  alu_shf[length, --, B, x, >>16]
  alu[length, length, +, 1]
  alu[--, shift, B, 0]
  alu_shf[length, --, B, length, >>indirect]
  bne[some#]
  immed[length, 1]
some#:
  alu_shf[below, length, OR, length, >>1]   ; all bits below the highest one become 1
  alu_shf[shift, --, B, below, >>2]
  alu[below, below, OR, shift]
  alu_shf[shift, --, B, below, >>4]
  alu[below, below, OR, shift]
  alu_shf[shift, --, B, below, >>8]
  alu[below, below, OR, shift]
  pop_count1[below]
  pop_count2[below]
  pop_count3[bucket, below]             ; 16 for lengths of 15 and of 16 bits
  alu[bucket, bucket, -, 1]
  alu_shf[shift, --, B, bucket, <<2]
  local_csr_wr[active_lm_addr_0, shift]
  alu_shf[shift, --, B, length, <<12]
  alu[low, low, +, shift]
  alu[high, high, +carry, 0]
  alu[--, length, -, least]
  bhs[not_least#]
  alu[least, --, B, length]
not_least#:
  alu[--, most, -, length]
  bhs[not_most#], defer[1]
  alu[result, *l$index0, +, 1]
  alu[most, --, B, length]
not_most#:
  alu[*l$index0, --, B, result]
  alu_shf[shift, --, B, bucket, <<8]
  alu[result, result, +, shift]
  alu[result, result, +, high]
  rtn[back], defer[2]
  alu[result, result, -, least]
  alu[result, result, +, most]

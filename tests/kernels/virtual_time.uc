; Fair queueing's clock in 64 bits. Local memory: 0-15 when each of eight flows finishes, 16-17 now;
; the upper longword comes first.
.reg count high

#macro set_up[]
  local_csr_wr[active_lm_addr_0, 0]
  immed[count, 18]
  nop
  nop
clear#:
  alu[count, count, -, 1]
  bne[clear#], defer[1]
  alu[*l$index0++, --, B, 0]
#endm
#macro prepare[]
  local_csr_wr[active_lm_addr_0, 64]
  alu_shf[count, --, B, y, <<4]
  alu_shf[high, --, B, y, >>28]
  nop
  alu[*l$index0[1], count, +, *l$index0[1]]
  alu[*l$index0[0], high, +carry, *l$index0[0]]
#endm
#include "kernel.uc"

.reg flow shift bytes hi lo start_hi start_lo

kernel#:
  alu_shf[flow, 0x38, AND, x, <<3]
  local_csr_wr[active_lm_addr_0, flow]
  local_csr_wr[active_lm_addr_1, 64]
  alu_shf[bytes, --, B, y, <<21]
  alu_shf[bytes, --, B, bytes, >>21]
  alu[bytes, bytes, +, 64]
  alu_shf[shift, 7, AND, x, >>4]
  alu_shf[lo, --, B, bytes, <<24]
  alu_shf[hi, shift, B, bytes, >>8]     ; shift: the amount of the next word's shift
  dbl_shf[lo, hi, lo, >>indirect]
  alu[start_lo, shift, B, *l$index1[1]]
  alu_shf[hi, --, B, hi, >>indirect]
  alu[start_hi, --, B, *l$index1[0]]
  alu[--, start_lo, -, *l$index0[1]]
  alu[--, start_hi, -carry, *l$index0[0]]
  bhs[started#]
  alu[start_lo, --, B, *l$index0[1]]
  alu[start_hi, --, B, *l$index0[0]]
started#:
  alu[lo, lo, +, start_lo]
  alu[hi, hi, +carry, start_hi]
  rtn[back], defer[3]
  alu[*l$index0[1], --, B, lo]
  alu[*l$index0[0], --, B, hi]
  alu[result, lo, XOR, hi]

; A hash over an array that every context has for itself in local memory, 128 bytes a context.
#define WORDS 32

.reg own left

#macro set_up[]
  local_csr_rd[active_ctx_sts]
  immed[own, 0]
  alu[own, own, AND, 7]
  alu_shf[own, --, B, own, <<7]
  local_csr_wr[active_lm_addr_0, own]
  immed[left, WORDS]
  nop
  nop
clear#:
  alu[left, left, -, 1]
  bne[clear#], defer[1]
  alu[*l$index0++, --, B, 0]
#endm
#macro prepare[]
  alu_shf[left, (4 * (WORDS - 1)), AND, y, <<2]
  alu[left, left, OR, own]
  local_csr_wr[active_lm_addr_0, left]
  nop
  nop
  nop
  alu[*l$index0, --, B, x]
#endm
#include "kernel.uc"

.reg shifted

kernel#:
  local_csr_wr[active_lm_addr_0, own]
  alu[result, --, B, y]
  immed[left, WORDS]
  nop
word#:
  alu[left, left, -, 1]
  bne[word#], defer[3]
  alu_shf[shifted, --, B, result, >>3]
  alu[shifted, shifted, XOR, *l$index0++]
  alu[result, result, +, shifted]
  rtn[back]

; A priority queue: a binary heap of 31 keys from local memory 0 on. l$index0 is at the hole,
; l$index1 at its children.
#define KEYS 31

.reg count

#macro set_up[]
  local_csr_wr[active_lm_addr_0, 0]
  immed[count, KEYS]
  nop
  nop
clear#:
  alu[count, count, -, 1]
  bne[clear#], defer[1]
  alu[*l$index0++, --, B, 0]
#endm
#macro prepare[]
#endm
#include "kernel.uc"

.reg key child least

kernel#:
  local_csr_wr[active_lm_addr_0, 0]
  local_csr_wr[active_lm_addr_1, 4]
  immed[child, 4]                       ; the byte address of the left child
  nop
  alu[result, --, B, *l$index0]
  alu[key, result, +16, x]
level#:
  alu[least, --, B, *l$index1++]
  alu[--, *l$index1, -, least]
  bhs[left#]
  alu[least, --, B, *l$index1]
  alu[child, child, +, 4]
left#:
  alu[--, least, -, key]
  bhs[end#]
  alu[*l$index0, --, B, least]
  local_csr_wr[active_lm_addr_0, child]
  alu_shf[child, 4, OR, child, <<1]
  local_csr_wr[active_lm_addr_1, child]
  alu[--, child, -, (4 * KEYS)]
  blo[level#], defer[1]
  nop                                   ; l$index1 is three instructions away
end#:
  rtn[back], defer[1]
  alu[*l$index0, --, B, key]

; 16 queues of 64 nodes in linked lists. Local memory: head and tail of each queue from byte 0 on, a
; node's next one from 128 on. Links are byte addresses; 0 ends a list.
.reg free at

#macro set_up[]
  local_csr_wr[active_lm_addr_0, 0]
  immed[at, 32]
  nop
  nop
clear#:
  alu[at, at, -, 1]
  bne[clear#], defer[1]
  alu[*l$index0++, --, B, 0]
  immed[at, 132]
  immed[free, 384]
link#:
  alu[*l$index0++, --, B, at]
  alu[at, at, +, 4]
  alu[--, at, -, free]
  bne[link#]
  alu[*l$index0, --, B, 0]
  immed[free, 128]
#endm
#macro prepare[]
#endm
#include "kernel.uc"

.reg node tail

kernel#:
  alu_shf[at, 0x78, AND, x, <<3]
  local_csr_wr[active_lm_addr_0, at]
  br_bclr[x, 8, dequeue#], defer[1]
  local_csr_wr[active_lm_addr_1, free]
  alu[node, --, B, free]
  beq[full#], defer[1]
  alu[result, node, -, 128]
  alu[--, --, B, *l$index0[0]]
  bne[append#], defer[2]
  alu[free, --, B, *l$index1]
  alu[tail, --, B, *l$index0[1]]
  alu[*l$index1, --, B, 0]
  rtn[back], defer[3]
  alu_shf[result, --, B, result, >>2]
  alu[*l$index0[0], --, B, node]
  alu[*l$index0[1], --, B, node]
append#:
  alu[*l$index1, --, B, 0]
  local_csr_wr[active_lm_addr_1, tail]
  alu_shf[result, --, B, result, >>2]
  rtn[back], defer[2]
  alu[*l$index0[1], --, B, node]
  alu[*l$index1, --, B, node]
dequeue#:
  nop                                   ; l$index0 is three instructions away
  alu[node, --, B, *l$index0[0]]
  beq[empty#], defer[2]
  local_csr_wr[active_lm_addr_1, node]
  alu[result, node, +, 128]             ; 64 + the node's number, times 4
  alu_shf[result, --, B, result, >>2]
  rtn[back], defer[3]
  alu[*l$index0[0], --, B, *l$index1]
  alu[*l$index1, --, B, free]
  alu[free, --, B, node]
full#:
  rtn[back], defer[1]
  immed[result, 255]
empty#:
  rtn[back], defer[1]
  immed[result, 254]

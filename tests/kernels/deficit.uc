; A queue's turn of deficit round robin. Local memory: the deficits of eight queues.
.reg count

#macro set_up[]
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
#endm
#include "kernel.uc"

.reg at turn credit left size mask

kernel#:
  alu_shf[at, 0x1c, AND, x, <<2]
  local_csr_wr[active_lm_addr_0, at]
  alu_shf[turn, --, B, at, <<4]
  alu_shf[turn, turn, OR, 1, <<9]     ; 512 + 64 * queue
  immed[mask, 0x3fc]                    ; a length less 64
  alu[turn, turn, +, *l$index0]
  alu[credit, turn, -, 64]             ; signed: the 64 bytes of the next frame are taken
  alu_shf[size, mask, AND, y, <<2]
  alu[left, credit, -, size]
  bmi[sent0#], defer[1]
  alu_shf[size, mask, AND, y, >>6]
  alu[credit, left, -, 64]
  alu[left, credit, -, size]
  bmi[sent1#], defer[1]
  alu_shf[size, mask, AND, y, >>14]
  alu[credit, left, -, 64]
  alu[left, credit, -, size]
  bmi[sent2#], defer[1]
  alu_shf[size, mask, AND, y, >>22]
  alu[credit, left, -, 64]
  alu[left, credit, -, size]
  bmi[sent3#], defer[1]
  alu[result, turn, -, left]
  rtn[back], defer[2]
  alu_shf[result, 4, OR, result, <<2]
  alu[*l$index0, --, B, 0]
sent0#:
  rtn[back], defer[2]
  alu[*l$index0, --, B, turn]
  immed[result, 0]
#for SENT [1, 2, 3]
sent##SENT#:
  alu[credit, credit, +, 64]
  rtn[back], defer[3]
  alu[*l$index0, --, B, credit]
  alu[result, turn, -, credit]
  alu_shf[result, SENT, OR, result, <<2]
#endloop

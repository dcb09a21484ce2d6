; Bytes of the last 16 ticks. Local memory: 16 sums.
.reg now newest in_window

#macro set_up[]
  immed[now, 16]
  local_csr_wr[active_lm_addr_0, 0]
  immed[newest, 0]
  immed[in_window, 0]
clear#:
  alu[now, now, -, 1]
  bne[clear#], defer[1]
  alu[*l$index0++, --, B, 0]
#endm
#macro prepare[]
  alu_shf[step, --, B, y, >>29]
  alu[now, now, +, step]
#endm
#include "kernel.uc"

.reg bytes at

kernel#:
  alu_shf[at, 0x3c, AND, newest, <<2]
  local_csr_wr[active_lm_addr_0, at]
  alu_shf[bytes, --, B, x, >>22]
  alu[bytes, bytes, +, 64]
  alu[--, newest, -, now]
  beq[here#], defer[1]
  alu[in_window, in_window, +, bytes]
tick#:
  alu[newest, newest, +, 1]
  alu_shf[at, 0x3c, AND, newest, <<2]
  local_csr_wr[active_lm_addr_0, at]
  alu[--, newest, -, now]
  nop
  nop
  bne[tick#], defer[2]
  alu[in_window, in_window, -, *l$index0]
  alu[*l$index0, --, B, 0]
here#:
  alu[*l$index0, *l$index0, +, bytes]
  rtn[back], defer[2]
  alu_shf[result, --, B, in_window, >>3]
  alu[result, in_window, -, result]

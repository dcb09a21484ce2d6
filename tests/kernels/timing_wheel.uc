; A timing wheel. Local memory: 64 timers (next, rounds) from byte 0 on, 32 heads from 512 on.
.reg tick running

#macro set_up[]
  immed[tick, (64 * 2 + 32)]
  local_csr_wr[active_lm_addr_0, 0]
  immed[running, 0]
  nop
clear#:
  alu[tick, tick, -, 1]
  bne[clear#], defer[1]
  alu[*l$index0++, --, B, 0]
#endm
#macro prepare[]
  immed[step, 0xffff]
  alu[running, running, AND, step]
#endm
#include "kernel.uc"

.reg id at delay heads stays next

kernel#:
  alu[id, x, AND, 63]
  alu_shf[at, --, B, id, <<3]
  local_csr_wr[active_lm_addr_0, at]
  alu_shf[delay, --, B, y, >>26]
  alu[at, tick, +, delay]
  alu[at, at, +, 1]
  alu[--, --, B, *l$index0[1]]
  bne[pass#], defer[2]
  immed[heads, 512]
  alu[tick, tick, +, 1]
  alu_shf[at, --, B, at, <<2]
  alu[at, at, AND, 0x7c]
  alu[at, at, OR, heads]
  local_csr_wr[active_lm_addr_1, at]
  alu_shf[delay, --, B, delay, >>5]
  alu[*l$index0[1], delay, +, 1]
  alu[running, running, +, 1]
  alu[*l$index0[0], --, B, *l$index1]
  alu[*l$index1, id, +, 1]
pass#:
  alu_shf[at, --, B, tick, <<2]
  alu[at, at, AND, 0x7c]
  alu[at, at, OR, heads]
  local_csr_wr[active_lm_addr_1, at]
  immed[stays, 0]
  immed[result, 0]
  nop
  alu[at, --, B, *l$index1]
  beq[done#], defer[2]
  alu[next, at, -, 1]
  alu_shf[next, --, B, next, <<3]
timer#:
  local_csr_wr[active_lm_addr_0, next]
  nop
  nop
  nop
  alu[next, --, B, *l$index0[0]]
  alu[*l$index0[1], *l$index0[1], -, 1]
  bne[again#]
  alu[result, result, +, at]
  br[next#], defer[1]
  alu[running, running, -, 1]
again#:
  alu[*l$index0[0], --, B, stays]
  alu[stays, --, B, at]
next#:
  alu[at, --, B, next]
  bne[timer#], defer[2]
  alu[next, next, -, 1]
  alu_shf[next, --, B, next, <<3]
done#:
  alu_shf[at, --, B, running, <<8]
  rtn[back], defer[2]
  alu[*l$index1, --, B, stays]
  alu[result, result, +, at]

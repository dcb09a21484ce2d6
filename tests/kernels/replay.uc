; An anti-replay window of 64 packets: bit i of high:low says that number top - i has arrived.
.reg base top high low

#macro set_up[]
  immed[base, 0]
  immed[top, 0]
  immed[high, 0]
  immed[low, 0]
#endm
#macro prepare[]
  alu[base, base, +, 3]
#endm
#include "kernel.uc"

.reg number behind ahead bit

kernel#:
  alu[number, x, AND, 31]
  alu[number, number, +, base]
  alu[behind, top, -, number]
  bhs[inside#], defer[1]
  alu[ahead, number, -, top]
  br_bset[ahead, 5, far#], defer[1]
  alu[top, behind, B, number]           ; behind modulo 32: 32 - ahead
  dbl_shf[high, high, low, >>indirect]
  alu[result, ahead, B, number]
  alu_shf[low, --, B, low, <<indirect]
  rtn[back], defer[1]
  alu[low, low, OR, 1]
far#:
  rtn[back], defer[3]
  alu[result, ahead, B, number]
  alu_shf[high, --, B, low, <<indirect]
  immed[low, 1]
inside#:
  alu_shf[--, --, B, behind, >>6]
  bne[old#], defer[2]
  alu[--, behind, B, 0]
  alu_shf[bit, --, B, 1, <<indirect]
  br_bset[behind, 5, upper#]
  alu[--, low, AND, bit]
  bne[seen#], defer[1]
  alu[low, low, OR, bit]
  rtn[back], defer[2]
  alu[result, low, XOR, high]
  alu[result, result, +, 3]
upper#:
  alu[--, high, AND, bit]
  bne[seen#], defer[1]
  alu[high, high, OR, bit]
  rtn[back], defer[2]
  alu[result, low, XOR, high]
  alu[result, result, +, 3]
old#:
  rtn[back], defer[1]
  immed[result, 1]
seen#:
  rtn[back], defer[1]
  immed[result, 2]

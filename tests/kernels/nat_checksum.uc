; The checksum of an IP header whose address changes from x to y and whose TTL decreases, updated by
; the difference (RFC 1624, equation 3).
#macro set_up[]
#endm
#macro prepare[]
#endm
#include "kernel.uc"

.reg old total upper

kernel#:
  alu_shf[--, 0xff, AND, y, >>11]
  beq[expired#], defer[1]
  alu[old, --, ~B, x]
  ld_field_w_clr[total, 0011, old, >>7]
  alu[total, total, +16, old]
  alu[total, total, +16, y]
  alu_shf[upper, --, B, old, >>16]
  alu[total, total, +, upper]
  alu_shf[upper, --, B, y, >>16]
  alu[total, total, +, upper]
  alu_shf[upper, --, B, total, >>16]
  alu[total, upper, +16, total]             ; a carry out of this sum stays until the last one
  immed[upper, 0xfeff]
  alu[total, total, +, upper]
  alu_shf[upper, --, B, total, >>16]
  rtn[back], defer[3]
  alu[total, total, +, upper]
  alu[upper, --, ~B, total]
  ld_field_w_clr[result, 0011, upper]
expired#:
  rtn[back], defer[1]
  immed[result, 0]

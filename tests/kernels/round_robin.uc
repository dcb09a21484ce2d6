; A round-robin arbiter of 32 requests: the first request from `next` on, around the end.
.reg next

#macro set_up[]
  immed[next, 0]
#endm
#macro prepare[]
#endm
#include "kernel.uc"

.reg requests above

kernel#:
  alu[requests, x, AND, y]
  beq[none#], defer[2]
  alu[above, next, B, requests]         ; next: the amount of the shift
  alu_shf[above, --, B, above, >>indirect]
  beq[wrap#], defer[1]
  ffs[result, above]
  rtn[back], defer[3]
  alu[result, result, +, next]
  alu[next, result, +, 1]
  alu[next, next, AND, 31]
wrap#:
  rtn[back], defer[3]
  ffs[result, requests]
  alu[next, result, +, 1]
  alu[next, next, AND, 31]
none#:
  rtn[back], defer[1]
  immed[result, 32]

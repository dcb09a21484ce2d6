; The 16 least keys in ascending order, in local memory from 0 on. Each key that moves up is written
; before its comparison is known: the new key overwrites it.
.reg count last

#macro set_up[]
  fill[]
#endm
#macro fill[]
  local_csr_wr[active_lm_addr_0, 0]
  immed[count, 16]
  alu[last, --, ~B, 0]
  nop
clear#:
  alu[count, count, -, 1]
  bne[clear#], defer[1]
  alu[*l$index0++, --, B, last]
#endm
#macro prepare[]
  alu[--, y, AND, 15]
  bne[keep#]
  fill[]
keep#:
#endm
#include "kernel.uc"

kernel#:
  local_csr_wr[active_lm_addr_0, 0]
  nop
  nop
  nop
  alu[--, x, -, *l$index0[15]]
  bhs[none#]
#for TO [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
  alu[--, x, -, *l$index0[(TO - 1)]]
  bhs[insert##TO#], defer[1]
  alu[*l$index0[TO], --, B, *l$index0[(TO - 1)]]
#endloop
#for TO [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
insert##TO#:
  rtn[back], defer[3]
  alu[*l$index0[TO], --, B, x]
  alu[result, TO, +, *l$index0[0]]
  alu[result, result, +, *l$index0[15]]
#endloop
none#:
  rtn[back], defer[1]
  alu[result, --, B, *l$index0[0]]

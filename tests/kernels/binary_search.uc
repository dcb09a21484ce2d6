; The number of keys up to x in a sorted table of 64, from local memory 0 on. Two steps move the
; pointer; the last 16 keys are within its offsets.
.reg key square index

#macro set_up[]
  local_csr_wr[active_lm_addr_0, 0]
  immed[key, 0]
  immed[square, 0]
  immed[index, 0]
fill#:
  alu_shf[key, --, B, index, <<26]
  alu[key, key, +, square]
  alu[*l$index0++, --, B, key]
  alu[square, square, +, index]
  alu[index, index, +, 1]
  alu[square, square, +, index]        ; (i + 1)^2 = i^2 + i + (i + 1)
  alu[--, index, -, 64]
  bne[fill#]
#endm
#macro prepare[]
#endm
#include "kernel.uc"

.reg low

; `at`: the number of keys up to x among those within the pointer's offsets, or one less.
#macro leaf[at]
  alu[--, x, -, *l$index0[at]]
  bhs[one_more#], defer[1]
  alu[result, low, +, at]
  rtn[back], defer[1]
  alu[result, result, XOR, key]
one_more#:
  alu[result, result, +, 1]
  rtn[back], defer[1]
  alu[result, result, XOR, key]
#endm
#macro two[at]
  alu[--, x, -, *l$index0[at]]
  bhs[upper#]
  leaf[at]
upper#:
  leaf[(at + 1)]
#endm
#macro four[at]
  alu[--, x, -, *l$index0[(at + 1)]]
  bhs[upper#]
  two[at]
upper#:
  two[(at + 2)]
#endm
#macro eight[at]
  alu[--, x, -, *l$index0[(at + 3)]]
  bhs[upper#]
  four[at]
upper#:
  four[(at + 4)]
#endm

kernel#:
  local_csr_wr[active_lm_addr_1, 64]
  local_csr_wr[active_lm_addr_0, 128]
  immed[low, 0]
  alu[key, y, AND, 0xff]
  alu[--, x, -, *l$index1[15]]          ; key 31
  bhs[upper_half#]
  local_csr_wr[active_lm_addr_0, 0]
  nop
  nop
  nop
  alu[--, x, -, *l$index0[15]]          ; key 15
  blo[sixteen#]
  br[move#], defer[2]
  local_csr_wr[active_lm_addr_0, 64]
  immed[low, 16]
upper_half#:
  alu[--, x, -, *l$index0[15]]          ; key 47
  blo[sixteen#], defer[1]
  immed[low, 32]
  local_csr_wr[active_lm_addr_0, 192]
  immed[low, 48]
move#:
  nop
  nop
sixteen#:
  alu[--, x, -, *l$index0[7]]
  bhs[upper#]
  eight[0]
upper#:
  eight[8]

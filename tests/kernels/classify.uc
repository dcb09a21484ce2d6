; The first of eight rules that matches an address and a port. Local memory: value, mask, lowest and
; highest port of each rule, all within the offsets of two pointers.
.reg rule value mask lowest highest

#macro set_up[]
  local_csr_wr[active_lm_addr_0, 0]
  immed[rule, 0]
  immed[value, 0]
  immed[lowest, 0]
fill#:
  alu[*l$index0++, --, B, value]
  immed[mask, 0xf000, <<16]
  alu[value, rule, AND, 3]
  alu_shf[value, --, B, value, <<2]
  alu[--, value, B, 0]
  alu_shf[mask, --, B, mask, >>indirect]
  alu[*l$index0++, --, B, mask]
  alu_shf[lowest, --, B, rule, <<12]
  alu[*l$index0++, --, B, lowest]
  immed[highest, 12287]
  alu[highest, highest, +, lowest]
  alu[*l$index0++, --, B, highest]
  alu[rule, rule, +, 1]
  alu[value, --, B, rule]
  #for SHIFT [4, 8, 16]
  alu_shf[lowest, --, B, value, <<SHIFT]
  alu[value, value, OR, lowest]
  #endloop
  alu[--, rule, -, 8]
  bne[fill#]
#endm
#macro prepare[]
#endm
#include "kernel.uc"

.reg port differs

kernel#:
  local_csr_wr[active_lm_addr_0, 0]
  local_csr_wr[active_lm_addr_1, 64]
  ld_field_w_clr[port, 0011, y]
  nop
  alu[differs, x, XOR, *l$index0[0]]
#for RULE [0, 1, 2, 3, 4, 5, 6, 7]
#define_eval INDEX (RULE / 4)
#define_eval WORD (RULE % 4 * 4)
#define_eval NEXT ((RULE + 1) / 4 % 2)
#define_eval NEXT_WORD ((RULE + 1) % 4 * 4)
  alu[--, differs, AND, *l$index/**/INDEX[(WORD + 1)]]
  bne[after##RULE#], defer[2]
  alu[differs, x, XOR, *l$index/**/NEXT[NEXT_WORD]]
  alu[--, port, -, *l$index/**/INDEX[(WORD + 2)]]
  blo[after##RULE#], defer[1]
  alu[--, *l$index/**/INDEX[(WORD + 3)], -, port]
  bhs[match##RULE#]
after##RULE#:
#endloop
  rtn[back], defer[1]
  immed[result, 8]
#for RULE [0, 1, 2, 3, 4, 5, 6, 7]
match##RULE#:
  rtn[back], defer[1]
  immed[result, RULE]
#endloop

; A calendar of 1024 days, a bit each, from local memory 0 on, and a register that says which of the
; 32 words are not 0. An instruction's left operand is the next one's shift.
#define TURNS 300
#include "program.uc"

.reg top day sum turns one address word number bit low step rest

#macro next_day[]
  alu_shf[address, 0x7c, AND, x, >>6]
  local_csr_wr[active_lm_addr_0, address]
  alu_shf[word, --, B, x, >>8]
  alu_shf[number, word, B, x, >>3]
  alu_shf[bit, number, B, one, <<indirect]
  alu_shf[low, --, B, one, <<indirect]
#endm

work#:
  immed[top, 0]
  immed[sum, 0]
  local_csr_wr[active_lm_addr_0, 0]
  immed[one, 1]
  immed[turns, 32]
  nop
clear#:
  alu[turns, turns, -, 1]
  bne[clear#], defer[1]
  alu[*l$index0++, --, B, 0]

  immed[turns, 20]
fill#:
  alu_shf[step, --, B, x, <<3]
  alu[x, x, +, step]
  alu[x, x, +, 7]
  next_day[]
  alu[turns, turns, -, 1]
  bne[fill#], defer[2]
  alu[top, top, OR, bit]
  alu[*l$index0, low, OR, *l$index0]

  immed[turns, TURNS]
turn#:
  ffs[word, top]
  alu_shf[address, --, B, word, <<2]
  local_csr_wr[active_lm_addr_0, address]
  alu_shf[day, word, B, address, <<3]
  alu_shf[bit, --, B, one, <<indirect]
  alu[sum, sum, +, day]
  alu[rest, *l$index0, -, 1]
  ffs[day, *l$index0]
  alu[*l$index0, rest, AND, *l$index0]
  bne[more#], defer[3]
  alu[sum, sum, +, day]
  alu_shf[step, --, B, x, <<3]
  alu[x, x, +, step]
  alu[top, top, AND~, bit]
more#:
  alu[x, x, +, 7]
  next_day[]
  alu[turns, turns, -, 1]
  bne[turn#], defer[2]
  alu[top, top, OR, bit]
  alu[*l$index0, low, OR, *l$index0]

  alu[result, sum, XOR, top]
  alu[result, result, XOR, x]
  finish[]

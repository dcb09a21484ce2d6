; A policer. Local memory: 0 tokens in 1/256 bytes, 1 tick of the last frame, 2 now.
#define RATE 777
#define BURST 40000

.reg advance

#macro set_up[]
  local_csr_wr[active_lm_addr_0, 0]
  nop
  nop
  nop
  alu[*l$index0[0], --, B, 0]
  alu[*l$index0[1], --, B, 0]
  alu[*l$index0[2], --, B, 0]
#endm
#macro prepare[]
  local_csr_wr[active_lm_addr_0, 0]
  immed[advance, 0x7ff]
  alu[advance, advance, AND, x]
  nop
  alu[*l$index0[2], advance, +, *l$index0[2]]
#endm
#include "kernel.uc"

.reg bytes now elapsed longest rate tokens most

kernel#:
  local_csr_wr[active_lm_addr_0, 0]
  immed[bytes, 0x3ff]
  alu[bytes, bytes, AND, y]
  alu[bytes, bytes, +, 64]
  alu[now, --, B, *l$index0[2]]
  alu[elapsed, now, -, *l$index0[1]]
  alu[*l$index0[1], --, B, now]
  immed[longest, ((BURST * 256) / RATE)]
  alu[--, longest, -, elapsed]
  bhs[fill#], defer[2]
  alu_shf[bytes, --, B, bytes, <<8]
  immed[rate, RATE]
  alu[elapsed, --, B, longest]
fill#:
  mul_step[elapsed, rate], 16x16_start
  mul_step[elapsed, rate], 16x16_step1
  mul_step[elapsed, rate], 16x16_step2
  mul_step[tokens, --], 16x16_last
  immed[most, BURST, <<8]
  alu[tokens, tokens, +, *l$index0[0]]
  alu[--, most, -, tokens]
  bhs[take#]
  alu[tokens, --, B, most]
take#:
  alu[bytes, tokens, -, bytes]
  blo[exceeds#]
  rtn[back], defer[2]
  alu[*l$index0[0], --, B, bytes]
  immed[result, 1]
exceeds#:
  rtn[back], defer[2]
  alu[*l$index0[0], --, B, tokens]
  immed[result, 0]

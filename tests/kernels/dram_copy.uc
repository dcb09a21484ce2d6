; Copies 1024 bytes from DRAM to SRAM, 32 at a time, and adds up the longwords. One register steps
; through both memories.
#define TURNS 32
#include "program.uc"

.sig read_done written
.reg read $$in[8]
.reg write $out[8]
.reg write $$first[4]
.reg read $copied[2]
.reg turn from to at word

work#:
  immed[from, 0x2000]
  immed[to, 0x3000]
  alu[$$first[0], --, B, x]
  alu[$$first[1], --, ~B, x]
  alu_shf[$$first[2], --, B, x, <<5]
  alu_shf[$$first[3], --, B, x, >>5]
  dram[write, $$first[0], from, 0, 2], sig_done[read_done]
  ctx_arb[read_done]
  immed[turn, 0]
  immed[at, 0]
  alu[result, --, B, x]
turn#:
  dram[read, $$in[0], from, at, 4], sig_done[read_done]
  ctx_arb[read_done]
#define_eval N 0
#while (N < 8)
  alu[$out[N], --, B, $$in[N]]
  alu[word, turn, XOR, $$in[N]]
  alu[result, result, +, word]
#define_eval N (N + 1)
#endloop
  sram[write, $out[0], to, at, 8], ctx_swap[written], defer[2]
  alu[turn, turn, +, 1]
  alu[at, at, +, 32]
  br_bclr[turn, 5, turn#]
  sram[read, $copied[0], to, 4, 2], ctx_swap[written]
  alu[result, result, XOR, $copied[0]]
  alu[result, result, XOR, $copied[1]]
  finish[]

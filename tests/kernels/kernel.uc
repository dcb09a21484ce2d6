; The harness of kernel.h in assembly: calls kernel# with the arguments of C's kernel() and sums its
; results. A kernel defines the macro prepare[] and, after the inclusion of this file, kernel#:
;   x, y     in: two pseudo-random words; x must stay
;   result   out
;   back     where to return
; To scratchpad 0x100 at the end: the sum, a mark, the cycles of all calls.

#define CALLS 200

.num_contexts 8
.sig stored
.reg x y result back
.reg sum cycles start stop calls step
.reg write $out0 $out1 $out2
.xfer_order $out0 $out1 $out2

#macro next_word[word]
  alu_shf[step, --, B, word, <<13]
  alu[word, word, XOR, step]
  alu_shf[step, --, B, word, >>17]
  alu[word, word, XOR, step]
  alu_shf[step, --, B, word, <<5]
  alu[word, word, XOR, step]
#endm

main#:
  immed[calls, CALLS]
  immed[sum, 0]
  immed[cycles, 0]
  immed[x, (2463534242 & 0xffff)]
  immed_w1[x, (2463534242 >> 16)]
  set_up[]
call#:
  next_word[x]
  alu[y, --, B, x]
  next_word[y]
  prepare[]
  local_csr_rd[profile_count]
  immed[start, 0]
  br[kernel#], defer[1]
  load_addr[back, back#]
back#:
  local_csr_rd[profile_count]
  immed[stop, 0]
  alu[stop, stop, -, start]
  alu[cycles, cycles, +16, stop]
  alu_shf[step, --, B, sum, <<5]
  alu[sum, step, -, sum]
  alu[sum, sum, +, result]
  alu[calls, calls, -, 1]
  bne[call#]
  alu[$out0, --, B, sum]
  immed[stop, 0xc0de]
  immed_w1[stop, 0x600d]
  alu[$out1, --, B, stop]
  alu[$out2, --, B, cycles]
  immed[step, 0x100]
  scratch[write, $out0, step, 0, 3], ctx_swap[stored]
  ctx_arb[kill]

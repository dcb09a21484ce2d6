; TEA: 32 cycles over two longwords. The key stays in local memory, from 0 on.
#macro set_up[]
#endm
#macro prepare[]
  local_csr_wr[active_lm_addr_0, 0]
  nop
  nop
  nop
  alu[*l$index0[0], --, B, x]
  alu[*l$index0[1], --, B, y]
  alu[*l$index0[2], x, XOR, y]
  alu[*l$index0[3], x, +, y]
#endm
#include "kernel.uc"

.reg delta total a b left t u

kernel#:
  local_csr_wr[active_lm_addr_0, 0]
  immed[delta, 0x79b9]
  immed_w1[delta, 0x9e37]
  immed[total, 0]
  alu[a, --, B, x]
  alu[b, --, B, y]
  immed[left, 32]
cycle#:
  alu[total, total, +, delta]
  alu_shf[t, --, B, b, <<4]
  alu[t, t, +, *l$index0[0]]
  alu[u, b, +, total]
  alu[t, t, XOR, u]
  alu_shf[u, --, B, b, >>5]
  alu[u, u, +, *l$index0[1]]
  alu[t, t, XOR, u]
  alu[a, a, +, t]
  alu_shf[t, --, B, a, <<4]
  alu[t, t, +, *l$index0[2]]
  alu[u, a, +, total]
  alu[t, t, XOR, u]
  alu_shf[u, --, B, a, >>5]
  alu[left, left, -, 1]
  bne[cycle#], defer[3]
  alu[u, u, +, *l$index0[3]]
  alu[t, t, XOR, u]
  alu[b, b, +, t]
  rtn[back], defer[2]
  alu[t, --, B, b]
  alu[result, a, XOR, t]

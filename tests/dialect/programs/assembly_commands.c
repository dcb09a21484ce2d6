// expect: 10 20 30 40 100 4 0x5a 7 99 3 1 12 0x77 5 3
// Inline assembly with commands, waits and tests of signals, on C's transfer registers and signals.
#include "test.h"

static __declspec(sram shared) unsigned list[8] = {10, 20, 30, 40, 0, 0, 0, 0};
static __declspec(dram shared aligned(8)) unsigned pair[4] = {0x5a, 7, 0, 0};

/* Walks along until a zero; the branch is on the other side of a command. */
static unsigned sum_of_list(unsigned *count) {
  __xread unsigned word;
  SIGNAL done;
  unsigned at = (unsigned)list, sum = 0, n = 0;
  __asm {
  again:                            ; don't stop here
    sram[read, word, at, 0, 1], ctx_swap[done]
    alu[--, word, -, 0]
    beq[end]
    alu[sum, sum, +, word]
    alu[n, n, +, 1]
    alu[at, at, +, 4]
    br[again#]
  end:
  }
  *count = n;
  return sum;
}

int main(void) {
  __xread unsigned x[4];
  __xwrite unsigned w;
  __dxread unsigned d[2];
  __dxwrite unsigned dw[2];
  SIGNAL s, t;
  SIGNAL_PAIR p;
  unsigned count, base = (unsigned)list, other, state, how;
  __asm sram[read, x[0], base, 0, 4], ctx_swap[s]
  result(x[0]);
  result(x[1]);
  result(x[2]);
  result(x[3]);
  result(sum_of_list(&count));
  result(count);
  __asm { dram[read, d[0], (unsigned)pair, 0, 1], sig_done[p]
          ctx_arb[p] }
  result(d[0]);
  result(d[1]);
  /* two in flight, one waited for by testing */
  w = unknown(99);
  other = (unsigned)&list[4];
  __asm {
    sram[write, w, other, 4, 1], sig_done[s], optimize_mem
    sram[read, x[0], base, 0, 1], sig_done[t]
    ctx_arb[s, t]
    sram[read, x[1], other, 4, 1], sig_done[s]
  more:
    br_!signal[s, more#]
    alu[other, --, B, x[1]]
  }
  result(other);
  /* the count comes from the instruction in front */
  how = (2 << 21) | (1 << 25);
  __asm {
    alu[--, --, B, how]
    sram[read, x[0], base, 0, max_4], indirect_ref, ctx_swap[s]
  }
  result(x[2] / 10);
  __asm {
    immed[state, 1]
    br_!inp_state[nn_full, here]
    immed[state, 0]
  here:
    ctx_arb[voluntary]
    br!=ctx[0, there]
    br=byte[state, 0, 0, there]
    br_bclr[state, 0, there]
    alu[state, state, +, 0]
  there:
  }
  result(state);
  /* a product with its branch between commands: carries survive as a variable */
  other = unknown(0xffffffff);
  __asm {
    alu[other, other, +, 13]
    bcc[no]
    scratch[read, x[0], 0x1f8, 0, 1], ctx_swap[s]
    alu[other, other, +, x[0]]
  no:
  }
  result(other);
  dw[0] = 0x77, dw[1] = 5;
  __asm {
    dram[write, dw[0], (unsigned)pair, 8, 1], sig_done[p]
    ctx_arb[p]
    dram[read, d[0], (unsigned)pair, 8, 1], ctx_swap[p]
  }
  result(d[0]);
  result(d[1]);
  __asm {
    immed[state, 3]
    br=ctx[0, mine]
    immed[state, 4]
  mine:
  }
  result(state);
}

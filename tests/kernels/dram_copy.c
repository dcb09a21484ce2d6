/* Copies 1024 bytes from DRAM to SRAM, 32 at a time, and adds up the longwords. */
#define TURNS 32
#include "program.h"

#define WORDS 8

DRAM_STATE unsigned from[TURNS * WORDS];
SRAM_STATE unsigned to[TURNS * WORDS];

PROGRAM work(unsigned seed) {
  unsigned turn, sum = seed;
  {
    __dxwrite unsigned first[4];
    SIGNAL written;
    first[0] = seed;
    first[1] = ~seed;
    first[2] = seed << 5;
    first[3] = seed >> 5;
    dram_write(first, from, 2, ctx_swap, &written);
  }
  for (turn = 0; turn < TURNS; ++turn) {
    __dxread unsigned in[WORDS];
    __xwrite unsigned out[WORDS];
    SIGNAL read, written;
    unsigned word;
    dram_read(in, &from[turn * WORDS], WORDS / 2, ctx_swap, &read);
    for (word = 0; word < WORDS; ++word) {
      out[word] = in[word];
      sum += in[word] ^ turn;
    }
    sram_write(out, &to[turn * WORDS], WORDS, ctx_swap, &written);
  }
  return sum ^ to[1] ^ to[2];
}

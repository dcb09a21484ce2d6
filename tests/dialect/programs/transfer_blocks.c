// expect: 1019 50 1100
// Transfer registers of blocks that follow each other in a loop: each block begins with fresh ones, also
// when one fills its array piece by piece.
#include <ixp.h>

static __declspec(sram shared) unsigned table[64];

main() {
  volatile __scratch unsigned* const results = (volatile __scratch unsigned*)0x200;
  const unsigned zero = *(volatile __scratch unsigned*)0x1f8;
  unsigned turn, i, sum = 0, last = 0;
  for (i = 0; i < 64; ++i)
    table[i] = i * i;
  for (turn = 0; turn < 3 + zero; ++turn) {
    {
      __xread unsigned whole[16];
      SIGNAL done;
      sram_read(whole, &table[turn], 16, ctx_swap, &done);
      sum += whole[3] + whole[15];
    }
    {
      __xread unsigned pieces[8];
      SIGNAL done;
      for (i = 0; i < 8 + zero; ++i)
        sram_read(&pieces[i], &table[turn + i], 1, ctx_swap, &done);
      sum += pieces[0] + pieces[7] + (pieces[2] ^ pieces[2]);
    }
    {
      __xwrite unsigned out[12];
      SIGNAL done;
      for (i = 0; i < 12 + zero; ++i)
        out[i] = i * 100;
      sram_write(out, &table[turn * 4], 12, ctx_swap, &done);
      last = table[turn * 4 + 11];
      for (i = 0; i < 12; ++i)
        table[turn * 4 + i] = (turn * 4 + i) * (turn * 4 + i);
    }
  }
  results[0] = sum;
  sum = 0;
again: {
  __xread unsigned word[10];
  SIGNAL done;
  sram_read(&word[turn & 7], &table[turn], 1, ctx_swap, &done);
  sum += word[turn & 7];
  ++turn;
}
  if (turn < 6 + zero) goto again;
  results[1] = sum;
  results[2] = last;
}

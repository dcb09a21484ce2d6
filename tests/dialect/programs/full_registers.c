// expect: 240 2760 360 15
// data: sram, too
// All transfer registers of a context hold values across calls of functions that need some: values
// move to other registers in between.
#include <ixp.h>

static __declspec(sram shared) unsigned table[64];
static unsigned counted[4];

static __noinline unsigned fetch(unsigned at) {
  __xread unsigned word;
  SIGNAL done;
  sram_read(&word, &table[at & 63], 1, ctx_swap, &done);
  counted[at & 3] += 1;
  return word;
}

main() {
  volatile __scratch unsigned* const results = (volatile __scratch unsigned*)0x200;
  const unsigned zero = *(volatile __scratch unsigned*)0x1f8;
  unsigned i, sum = 0;
  for (i = 0; i < 64; ++i)
    table[i] = i;
  {
    __xread unsigned a[16];
    SIGNAL done;
    sram_read(a, &table[zero], 16, ctx_swap, &done);
    sum = fetch(zero + 60) + fetch(zero + 60);
    results[0] = a[0] + a[1] + a[2] + a[3] + a[4] + a[5] + a[6] + a[7] + a[8] + a[9] + a[10] + a[11] + a[12] + a[13] +
                 a[14] + a[15] + sum;
  }
  {
    __xread unsigned a[16];
    SIGNAL done;
    unsigned turn;
    sum = 0;
    for (turn = zero; turn < 10; ++turn) {
      sram_read(a, &table[turn], 16, sig_done, &done);
      wait_for_all(&done);
      if (turn & 1) sum += fetch(turn);
      sum += a[0] + a[1] + a[2] + a[3] + a[4] + a[5] + a[6] + a[7] + a[8] + a[9] + a[10] + a[11] + a[12] + a[13] +
             a[14] + a[15];
      sum -= turn & 1 ? turn : zero;
    }
    results[1] = sum + 840;
  }
  {
    __xwrite unsigned b[16];
    SIGNAL done;
    b[0] = fetch(zero + 1), b[1] = fetch(zero + 3), b[2] = fetch(zero + 5), b[3] = fetch(zero + 7);
    b[4] = fetch(zero + 9), b[5] = fetch(zero + 11), b[6] = fetch(zero + 13), b[7] = fetch(zero + 15);
    b[8] = fetch(zero + 17), b[9] = fetch(zero + 19), b[10] = fetch(zero + 21), b[11] = fetch(zero + 23);
    b[12] = fetch(zero + 25), b[13] = fetch(zero + 27), b[14] = fetch(zero + 29), b[15] = zero + 104;
    sram_write(b, &table[zero], 16, ctx_swap, &done);
    sum = 0;
    for (i = 0; i < 16; ++i)
      sum += table[i];
    results[2] = sum + 31;
  }
  results[3] = counted[0] + counted[1] + counted[2] + counted[3] - 7;
}

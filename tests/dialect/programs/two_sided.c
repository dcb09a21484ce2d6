// expect: 10 12 13 0xdead 14 99 15 77
// Read-write registers have two sides: x = x copies the read side to the write side.
#include "test.h"

static __declspec(sram shared) unsigned from[8] = {10, 11, 12, 13, 14, 15}, to[8] = {1};

static __forceinline void turn(__xrw unsigned* x, unsigned n) {
  for (unsigned i = 0; i < n; ++i)
    x[i] = x[i];
}

int main(void) {
  __xrw unsigned x[2];
  SIGNAL done;
  x[0] = unknown(0xdead);
  x[1] = unknown(0xdead);
  sram_read(x, from, 2, ctx_swap, &done);
  result(x[0]);
  sram_read(x, &from[2], 2, ctx_swap, &done);
  x[0] = x[0];
  x[1] = unknown(1) ? x[1] : 9;
  sram_write(x, to, 2, ctx_swap, &done);
  result(to[0]);
  result(to[1]);
  sram_read(x, from, 2, ctx_swap, &done);
  x[0] = unknown(0xdead);
  sram_write(x, to, 1, ctx_swap, &done);
  result(to[0]);
  sram_read(x, &from[4], 2, ctx_swap, &done);
  turn(x, 2);
  sram_write(x, to, 2, ctx_swap, &done);
  result(to[0]);
  x[1] = unknown(99);
  sram_write(&x[1], to, 1, ctx_swap, &done);
  result(to[0]);
  result(x[1]);
  x[0] = unknown(77);
  scratch_write(&x[0], (void __scratch*)0x3000, 1, ctx_swap, &done);
  result(*(volatile unsigned __scratch*)0x3000);
}

// expect: the host
// Numbers of eight bytes in transfer registers, found by an index that varies.
#include "test.h"

#ifdef __MECC__
#define READ(x, m, n) dram_read(x, m, n, ctx_swap, &done)
#define WRITE(x, m, n) dram_write(x, m, n, ctx_swap, &done)
#else
#include <string.h>
typedef int SIGNAL;
#define __dxread
#define __dxwrite
#define __dxrw
#define READ(x, m, n) memcpy(x, m, 8 * (n))
#define WRITE(x, m, n) memcpy(m, x, 8 * (n))
#endif

struct pair {
  unsigned first, second;
};

static __shared __dram unsigned long long numbers[8];
static __shared __dram struct pair pairs[4];

static __noinline unsigned read_all(unsigned n) {
  __dxread unsigned long long x[4];
  SIGNAL done;
  unsigned i, h = 0;
  READ(x, &numbers[n], 4);
  for (i = 0; i < unknown(4); ++i)
    h = mix64(h, x[i]);
  return mix64(h, x[3 - unknown(1)]);
}

static __noinline void write_some(unsigned n) {
  __dxwrite unsigned long long x[4];
  SIGNAL done;
  unsigned i;
  for (i = 0; i < 4; ++i)
    x[i] = 0;
  for (i = 0; i < unknown(4); i += 2)
    x[i ^ unknown(1)] = 0x0123456789abcdefull * (i + 1);
  WRITE(x, &numbers[n], 4);
}

static __noinline unsigned members(unsigned n) {
  __dxrw struct pair x[4];
  SIGNAL done;
  unsigned i, h = 0;
  READ(x, pairs, 4);
  for (i = 0; i < unknown(4); ++i)
    h = mix(mix(h, x[i].second), x[i ^ n].first);
  return h;
}

int main(void) {
  unsigned i;
  for (i = 0; i < 8; ++i)
    numbers[i] = (unsigned long long)(i + 1) << 33 | i * i;
  for (i = 0; i < 4; ++i)
    pairs[i].first = 10 * i, pairs[i].second = 10 * i + 7;
  result(read_all(unknown(2)));
  write_some(unknown(3));
  result(read_all(unknown(3)));
  result(read_all(unknown(4)));
  result(members(unknown(1)));
}

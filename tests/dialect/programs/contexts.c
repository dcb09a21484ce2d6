// options: --run-contexts=8
// expect: 0 1 2 3 4 5 6 7 100 101 102 103 104 105 106 107 0 11 22 33 44 55 66 77
// Eight contexts with globals and arrays of their own; each reports its values.
#include <ixp.h>

static unsigned mine;
static unsigned array[4];
__sram static unsigned memory = 100;

static __noinline unsigned sum(const unsigned* p, unsigned n) {
  unsigned s = 0;
  while (n--)
    s += *p++;
  return s;
}

int main(void) {
  volatile __scratch unsigned* const results = (volatile __scratch unsigned*)0x200;
  const unsigned c = (unsigned)ctx();
  unsigned i;
  mine = c;
  memory += c;
  for (i = 0; i < 4; ++i)
    array[i] = i == 3 ? 8 * c : c;
  ctx_swap();
  results[c] = mine;
  results[8 + c] = memory;
  ctx_swap();
  results[16 + c] = sum(array, 4);
  return 0;
}

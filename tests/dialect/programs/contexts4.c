// options: --contexts=4 --run-contexts=8
// expect: 0 0 2 0 4 0 6 0 10 0 12 0 14 0 16
// Four contexts, which are the even ones, with many registers each.
#include <ixp.h>

static unsigned array[10];

static __noinline unsigned fill(unsigned c) {
  unsigned i, s = 0;
  for (i = 0; i < 10; ++i)
    array[i] = c;
  ctx_swap();
  for (i = 0; i < 10; ++i)
    s += array[i] == c;
  return s;
}

int main(void) {
  volatile __scratch unsigned* const results = (volatile __scratch unsigned*)0x200;
  const unsigned c = (unsigned)ctx();
  results[c] = c;
  results[8 + c] = c + fill(c);
  return 0;
}

// options: --run-contexts=8
// data: sram, too
// expect: 8 36 0x1234 0x99 0x77665544 0x55 0x1111 0x2222 7
// Variables declared local_mem are in local memory, also when all other private data are in SRAM:
// no other context runs between two swaps, and pointers lead to either.
#include "test.h"

static __declspec(shared local_mem) unsigned count, sum;
static __declspec(shared gp_reg) unsigned finished;
static __declspec(local_mem) unsigned char near[8];
static unsigned char far[8];
static __declspec(shared local_mem) unsigned words[4];
static unsigned others[4];
static unsigned* chosen[2];

static __noinline void put(unsigned char* to, unsigned n, unsigned value) {
  to[n] = (unsigned char)value;
}
static __noinline unsigned get(const unsigned* from, unsigned n) {
  return from[n];
}
static __noinline unsigned long long both(const unsigned* from) {
  return *(const unsigned long long*)from;
}

int main(void) {
  const unsigned c = (unsigned)ctx() + unknown_zero(), n = unknown(1);
  __declspec(local_mem) unsigned own[4] __attribute__((aligned(8)));
  unsigned other[4] __attribute__((aligned(8)));
  unsigned i;
  count += 1;
  sum += c + 1;
  if (++finished != 8) return 0;
  result(count);
  result(sum);
  words[n] = 0x1234;
  others[n] = 0x99;
  result(get(words, n));
  result(get(others, n));
  for (i = 0; i < 8; ++i) {
    put(near, i, 0x11 * i);
    put(far, i, 0x10 * i + 5);
  }
  result(near[7] << 24 | near[6] << 16 | near[5] << 8 | near[4]);
  result(far[5]);
  own[0] = 0, own[n] = 0x1111;
  other[0] = 0, other[n] = 0x2222;
  result((unsigned)both(own));
  result((unsigned)both(other));
  chosen[0] = &words[2];
  chosen[1] = &others[2];
  *chosen[n] = 3;
  *chosen[n - 1] = 4;
  result(words[2] + others[2]);
  return 0;
}

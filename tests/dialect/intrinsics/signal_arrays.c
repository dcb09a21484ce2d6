// options: --run-contexts=1
// expect: 11 22 33 44 3 55 66 7 88 121 6 3 99 1 4 5 6 7 5 14 33 44
// Signals in arrays and structures: every member is another signal.
#include "test.h"

#define SRAM(n) ((volatile void __sram*)(0x8000 + 4 * (n)))
#define DRAM(n) ((volatile void __dram*)(0x8000 + 8 * (n)))

typedef struct {
  SIGNAL_PAIR both;
  unsigned moved;
  SIGNAL done[2];
} port_t;

static SIGNAL done[4];
static port_t ports[2];

static unsigned fetch(port_t* p, unsigned n) {
  __xread unsigned first, second;
  __dxread unsigned quad[2];
  sram_read(&first, SRAM(n), 1, sig_done, &p->done[0]);
  dram_read(quad, DRAM(n), 1, sig_done, &p->both);
  sram_read(&second, SRAM(n + 1), 1, sig_done, &p->done[1]);
  p->moved += 3;
  wait_for_all(&p->done[0], &p->both, &p->done[1]);
  return first + second + quad[1];
}

static __forceinline unsigned different(const unsigned* numbers, unsigned n) {
  unsigned seen = 0, count = 0;
#pragma clang loop unroll(full)
  for (unsigned i = 0; i < n; ++i) {
    count += (seen >> numbers[i] & 1) ^ 1;
    seen |= 1u << numbers[i];
  }
  return count;
}

int main(void) {
  const unsigned z = unknown_zero();
  SIGNAL square[2][2], fixed[3];
  SIGNAL_PAIR pairs[2];
  __xread unsigned x[4];
  __dxread unsigned a[2], b[2];
  volatile unsigned __sram* const words = SRAM(0);
  volatile unsigned __dram* const quads = DRAM(0);
  unsigned i, sum = 0, numbers[4];
  for (i = 0; i < 4; ++i)
    words[i] = 11 * (i + 1);
  quads[1] = 55, quads[3] = 66;

  for (i = 0; i < 4; ++i) /* unrolled at every level, because it must be */
    sram_read(&x[i], SRAM(i + z), 1, sig_done, &done[i]);
  wait_for_all(&done[0], &done[1]);
  for (i = 2; i < 4; ++i)
    wait_for_all(&done[i]);
  for (i = 0; i < 4; ++i)
    result(x[i]);
  result(__signals(&done[0], &done[1], &done[3]) ==
                 (1 << __signal_number(&done[0]) | 1 << __signal_number(&done[1]) |
                  1 << __signal_number(&done[3]))
             ? 3
             : 0);

  dram_read(a, DRAM(z), 1, sig_done, &pairs[0]);
  dram_read(b, DRAM(1 + z), 1, sig_done, &pairs[1]);
  wait_for_all(&pairs[1]);
  wait_for_all(&pairs[0]);
  result(a[1]);
  result(b[1]);
  result((__signal_number(&pairs[0]) | __signal_number(&pairs[1])) & 1 ? 0 : 7);

  result(fetch(&ports[0], z));
  result(fetch(&ports[1], 1 + z));
  for (port_t* p = ports; p < ports + 2; ++p)
    sum += p->moved;
  result(sum);
  result(ports[z].moved);

#pragma clang loop unroll(full)
  for (i = 0; i < 4; ++i)
    sram_read(&x[i], SRAM(i + z), 1, sig_done, &square[i / 2][i % 2]);
  wait_for_all(&square[0][0], &square[0][1], &square[1][0], &square[1][1]);
  result(x[1] + x[2] + x[3]);

  /* an array at a number: one after the other */
  __assign_relative_register(fixed, 5);
  __assign_relative_register(&fixed[1], 14);
  __implicit_write(fixed, sizeof fixed);
  numbers[0] = (unsigned)__signal_number(&fixed[0]);
  numbers[1] = (unsigned)__signal_number(&fixed[1]);
  numbers[2] = (unsigned)__signal_number(&fixed[2]);
  numbers[3] = 1;
  result(different(numbers, 4) == 4);
  for (i = 0; i < 4; ++i)
    result(i + 4 + (numbers[2] != 7));
  result(numbers[0]);
  result(numbers[1]);
  signal_same_ME(numbers[2], 0);
  wait_for_all(&fixed[2]);

  for (SIGNAL* s = done + 2; s != done + 4; ++s) {
    sram_read(&x[s - done], SRAM(s - done + z), 1, sig_done, s);
    wait_for_all(s);
    result(x[s - done]);
  }
  return 0;
}

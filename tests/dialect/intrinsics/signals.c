// Signals, and registers of other contexts: a program a section (tests/sections.py).

//--- ending.c
// options: --run-contexts=4
// expect: 1 2 0 4
// Ways to stop: a breakpoint, the end of a context, exit, halt.
#include "test.h"

int main(void) {
  volatile __scratch unsigned* const results = (volatile __scratch unsigned*)0x200;
  const unsigned c = (unsigned)ctx();
  if (c == 0) {
    results[0] = 1;
    exit(0);
  }
  if (c == 1) {
    results[1] = 2;
    ctx_wait(kill);
  }
  if (c == 2) {
    ctx_wait(kill);
    results[2] = 3;
  }
  ctx_swap();
  ctx_wait(voluntary);
  results[3] = 4;
  halt();
  return 0;
}

//--- nn.c
// system: pair1.toml
// options: --run-contexts=1
// expect: 1 1 0x11 0x11 0x22 1
// Next-neighbour registers between two microengines.
#include "test.h"

int main(void) {
  const unsigned z = unknown_zero();
  if (__ME() == 0) {
    while (*(volatile __scratch unsigned*)0x204 == 0) {
    }
    nn_ring_enqueue_incr(0x11 + z);
    nn_ring_enqueue_incr(0x22 + z);
    return 0;
  }
  result(__ME() == 1);
  result((unsigned)inp_state_test(inp_state_nn_empty));
  while (inp_state_test(inp_state_nn_empty)) {
  }
  result(nn_ring_dequeue());
  result(nn_ring_dequeue_incr());
  while (inp_state_test(inp_state_nn_empty)) {
  }
  result(nn_ring_dequeue_incr());
  result((unsigned)inp_state_test(inp_state_nn_empty));
  return 0;
}

//--- prev_signal.c
// system: pair1.toml
// options: --run-contexts=1
// expect: 1 1
// A signal to the same context of the previous microengine.
#include "test.h"

int main(void) {
  SIGNAL s;
  __assign_relative_register(&s, 4);
  __implicit_write(&s);
  if (__ME() == 0) {
    wait_for_all(&s);
    result(1);
    ((volatile __scratch unsigned*)0x200)[1] = 1;
  } else {
    signal_prev_ME_this_ctx(4);
  }
  return 0;
}

//--- reflect.c
// expect: 0x11 0x22 0x33 0x44 0x55
// options: --run-contexts=2
// Context 1 offers two registers and waits for two; context 0 reads and writes them from outside.
#include "test.h"

static __declspec(shared gp_reg) unsigned offered, awaited, ready, first, second;
static SIGNAL arrived;

int main(void) {
  SIGNAL done;
  if (__ctx() == 1) {
    __xwrite unsigned out[2];
    __xread unsigned in[3];
    out[0] = unknown(0x11);
    out[1] = unknown(0x22);
    __implicit_write(in);
    __implicit_write(&arrived);
    offered = __xfer_reg_number(out);
    awaited = __xfer_reg_number(in);
    ready = 1;
    wait_for_all(&arrived);
    __implicit_read(out);
    result(first);
    result(second);
    result(in[0]);
    result(in[1]);
    result(in[2]);
    return 0;
  }
  __xread unsigned seen[2];
  __xwrite unsigned sent[3];
  while (!ready)
    ctx_swap();
  reflect_read(seen, __ME(), 1, offered, 2, ctx_swap, &done);
  first = seen[0];
  second = seen[1];
  sent[0] = unknown(0x33);
  sent[1] = unknown(0x44);
  sent[2] = unknown(0x55);
  reflect_write(sent, __ME(), 1, awaited, 3, ctx_swap, &done);
  signal_same_ME(__signal_number(&arrived), 1);
  return 0;
}

//--- signal_arrays.c
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

//--- signals.c
// system: pair.toml
// options: --run-contexts=2
// expect: 1 2 3 4 5 6 7 8
// Signals to the own context, the next one, the neighbours, any microengine; waiting and testing.
#include "test.h"

static __noinline void note(unsigned n) {
  ((volatile __scratch unsigned*)0x200)[n - 1] = n;
}

int main(void) {
  SIGNAL own, other, far;
  unsigned number;
  __assign_relative_register(&own, 5);
  __assign_relative_register(&other, 6);
  __assign_relative_register(&far, 7);
  __implicit_write(&own);
  __implicit_write(&other);
  __implicit_write(&far);
  number = (unsigned)__signal_number(&own);
  if (__ME() == 0 && ctx() == 0) {
    signal_same_ME(number, 0);
    wait_for_all(&own);
    note(1);
    signal_same_ME_next_ctx(5);
    wait_for_all(&other);
    note(3);
    signal_next_ME(7, 1);
    wait_for_all(&far);
    note(5);
    signal_next_ME_this_ctx(7);
    wait_sig_mask((unsigned)__signals(&other));
    note(7);
    signal_ME(7, 1, 1);
    while (!signal_test(&far))
      ctx_wait(voluntary);
    note(8);
  } else if (__ME() == 0) {
    wait_for_any(&own);
    if (signal_test(&own)) note(2);
    signal_same_ME(6, 0);
  } else if (ctx() == 1) {
    wait_for_all(&far);
    note(4);
    signal_prev_ME(7, 0);
    wait_for_all(&far);
    signal_prev_ME(7, 0);
  } else {
    wait_for_all(&far);
    note(6);
    signal_ME(6, 0, 0);
  }
  return 0;
}

//--- pair.toml
# Two neighbours that run the same program.
[[microengine]]
at = "0:0"
image = "program.c"
start = 0x03

[[microengine]]
at = "0:1"
image = "program.c"
start = 0x03

//--- pair1.toml
# Two neighbours that run the same program.
[[microengine]]
at = "0:0"
image = "program.c"
start = 0x01

[[microengine]]
at = "0:1"
image = "program.c"
start = 0x01

// system: system.toml
// options: --run-contexts=1
// expect: 1 1 1 1 1 1 1 1
// Latency of a command from its issue to its signal with nothing else in flight: the parameter,
// and a few instructions around it.
#include "memories.h"

#define ABOUT(cycles, command)                                                                     \
  do {                                                                                             \
    unsigned begin = profile_count_start(), taken;                                                 \
    command;                                                                                       \
    taken = profile_count_stop(begin);                                                             \
    result(taken >= (cycles) && taken <= (cycles) + 16);                                           \
  } while (0)

int main(void) {
  __xread unsigned in[2];
  __xwrite unsigned out[2];
  __declspec(dram_read_reg) unsigned d_in[2];
  __declspec(dram_write_reg) unsigned d_out[2];
  SIGNAL s;
  SIGNAL_PAIR p;
  out[0] = out[1] = d_out[0] = d_out[1] = 0;
  ABOUT(60, scratch_read(in, (volatile void __scratch *)0x400, 1, ctx_swap, &s));
  ABOUT(62, scratch_get_ring(in, scratch_ring(2), 1, ctx_swap, &s));
  ABOUT(90, sram_read(in, SRAM_AT(0x3000), 1, ctx_swap, &s));
  ABOUT(53, sram_write(out, SRAM_AT(0x3000), 1, ctx_swap, &s));
  ABOUT(100, sram_dequeue(in, sram_queue(0, 8, 0), ctx_swap, &s));
  ABOUT(96, sram_get_ring(in, sram_ring(0, 4), 1, ctx_swap, &s));
  ABOUT(120, (dram_read(d_in, (volatile void __dram *)0x200000, 1, sig_done, &p), wait_for_all(&p)));
  ABOUT(55, (dram_write(d_out, (volatile void __dram *)0x200000, 1, sig_done, &p), wait_for_all(&p)));
  return 0;
}

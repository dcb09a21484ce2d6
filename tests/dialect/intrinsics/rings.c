// Rings and queues: a program a section (tests/sections.py).

//--- queues.c
// system: rings.toml
// options: --run-contexts=1
// expect: * * * 1 * 0 1
// Queues of SRAM's queue array: buffers in, buffers out, descriptors to memory and back.
#include "test.h"

int main(void) {
  SIGNAL s;
  __xread unsigned in[4];
  __xwrite unsigned out[1];
  const unsigned z = unknown_zero();
  sram_enqueue(sram_queue(0, 8, 0x9000 + z));
  sram_enqueue(sram_queue(0, 8, 0x9010));
  sram_enqueue_tail(sram_queue(0, 8, 0x9020));
  sram_dequeue(in, sram_queue(0, 8, 0), ctx_swap, &s);
  result(in[0]);
  sram_dequeue(in, sram_queue(0, 8 + z, 0), sig_done, &s);
  wait_for_all(&s);
  result(in[0]);
  sram_write_qdesc(sram_queue(0, 8, 0x8000));
  sram_write_qdesc_count(sram_queue(0, 8, 0x8000));
  sram_read_qdesc_head(in, sram_queue(0, 9, 0x8000), 2, ctx_swap, &s);
  sram_read_qdesc_other(sram_queue(0, 9, 0x8000));
  result(in[0]);
  result(1);
  rd_qdesc_tail(in, sram_queue(0, 10, 0x8000), 2, ctx_swap, &s);
  rd_qdesc_other(sram_queue(0, 10, 0x8000));
  sram_read_qdesc_tail(in, sram_queue(0, 11, 0x8000), 2, ctx_swap, &s);
  sram_read_qdesc_other(sram_queue(0, 11, 0x8000));
  rd_qdesc_head(in, sram_queue(0, 12, 0x8000), 2, ctx_swap, &s);
  rd_qdesc_other(sram_queue(0, 12, 0x8000));
  result(in[0]);
  sram_dequeue(in, sram_queue(0, 9, 0), ctx_swap, &s);
  sram_dequeue(in, sram_queue(0, 9, 0), ctx_swap, &s);
  result(in[0]);
  sram_csr_read(in, (volatile void __sram*)0, ctx_swap, &s);
  out[0] = in[0];
  sram_csr_write(out, (volatile void __sram*)0, ctx_swap, &s);
  result(1);
  return 0;
}

//--- rings.c
// system: rings.toml
// options: --run-contexts=1
// expect: 0x11 0x22 0x33 0x44 0 0x55 0x66 1 0x77 0x88 0 0x99 0xaa14
// Rings in scratchpad and SRAM, a journal.
#include "test.h"

int main(void) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __xwrite unsigned out[2];
  __xread unsigned in[2];
  __xrw unsigned both[2];
  const unsigned z = unknown_zero();
  out[0] = 0x11 + z;
  out[1] = 0x22 + z;
  scratch_put_ring(out, scratch_ring(2 + z), 2, ctx_swap, &s);
  scratch_get_ring(in, scratch_ring(2), 2, ctx_swap, &s);
  result(in[0]);
  result(in[1]);
  out[0] = 0x33 + z;
  out[1] = 0x44 + z;
  scratch_put_ring_ind(out, scratch_ring(2), 2, ind_count(2 + z), ctx_swap, &s);
  scratch_get_ring_ind(in, scratch_ring(2), 2, ind_count(2 + z), ctx_swap, &s);
  result(in[0]);
  result(in[1]);
  scratch_get_ring(in, scratch_ring(2), 1, ctx_swap, &s);
  result(in[0]);
  both[0] = 0x55 + z;
  both[1] = 0x66 + z;
  sram_put_ring(both, sram_ring(0, 4), 2, ctx_swap, &p);
  sram_get_ring(in, sram_ring(0, 4 + z), 2, ctx_swap, &s);
  result(in[0]);
  result(in[1]);
  result(both[0] >> 31);
  both[0] = 0x77 + z;
  both[1] = 0x88 + z;
  sram_put_ring_ind(both, sram_ring(0, 4), 2, ind_count(2 + z), ctx_swap, &p);
  sram_get_ring_ind(in, sram_ring(0, 4), 2, ind_count(2 + z), ctx_swap, &s);
  result(in[0]);
  result(in[1]);
  sram_get_ring(in, sram_ring(0, 4), 1, ctx_swap, &s);
  result(in[0]);
  out[0] = 0x99 + z;
  sram_journal(out, sram_ring(0, 5), 1, ctx_swap, &s);
  sram_fast_journal(0xaa00 + z, sram_ring(0, 5)); /* the data are above the ring */
  sram_read(in, (volatile void __sram*)0x14000, 1, ctx_swap, &s);
  sram_read(in, (volatile void __sram*)0x14000, 2, ctx_swap, &s);
  result(in[0]);
  result(in[1]);
  return 0;
}

//--- rings.toml
# Ring 2 of the scratchpad; in SRAM a ring in entry 4, a journal in entry 5, queues in 8 and 9.
[[microengine]]
at = "0:0"
image = "program.c"
start = 0x01

[ring.2]
base = 0x3000
size = 128

[boot]
sram_ring = [{ entry = 4, base = 0x10000, size = 512 }, { entry = 5, base = 0x14000, size = 512 }]
queue = [{ entry = 8, descriptor = 0x20000 }, { entry = 9, descriptor = 0x20010 }]

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

/* @name@: passes frames of at most BYTES_MAX bytes on to tx, drops and counts longer ones.
 *
 * All eight contexts run main(). Each takes a message from the ring, decides, and puts it on the
 * next ring or frees its buffer. Invariant: a message's holder owns the buffer it names. */
#include "../systems/blocks.h"

#ifndef BYTES_MAX /* the system file may want another */
#define BYTES_MAX 1514
#endif

main() {
  __declspec(sram_read_reg) message_t in;
  __declspec(sram_write_reg) message_t out;
  SIGNAL got, put;

  for (;;) {
    scratch_get_ring(&in, scratch_ring(RING_RX_PORT0), 2, ctx_swap, &got);
    if (in.handle == 0) continue; /* the ring is empty */

    if (FIELD_GET(PACKET_BYTES, in.port_bytes) > BYTES_MAX) {
      count_drop(COUNT_@NAME@);
      sram_enqueue(free_buffers(in.handle));
      continue;
    }
    while (RING_FULL(RING_TX))
      ctx_wait(voluntary);
    out = in;
    scratch_put_ring(&out, scratch_ring(RING_TX), 2, ctx_swap, &put);
  }
}

/* from_core: brings packets of the control core, one longword each on RING_CORE, to RING_OUT. One
 * context is enough: the core takes longer for a packet than a ring's latency. */
#include "../systems/blocks.h"

#ifndef RING_OUT
#define RING_OUT RING_TX
#endif

main() {
  __declspec(sram_read_reg) unsigned packet;
  __declspec(sram_write_reg) message_t message;
  SIGNAL sig_packet, sig_put;

  for (;;) {
    scratch_get_ring(&packet, scratch_ring(RING_CORE), 1, ctx_swap, &sig_packet);
    if (packet == 0) {
      pause();
      continue;
    }
    message.handle = 0xc0000000 | DESCRIPTOR_BASE / 4 + FIELD_GET(CORE_BUFFER, packet) * 8;
    message.port_bytes =
        packet & 0x001fffff; /* CORE_PORT and CORE_BYTES are PACKET_PORT and PACKET_BYTES */
    while (RING_FULL(RING_OUT))
      ctx_wait(voluntary);
    scratch_put_ring(&message, scratch_ring(RING_OUT), 2, ctx_swap, &sig_put);
    ring_bell();
  }
}

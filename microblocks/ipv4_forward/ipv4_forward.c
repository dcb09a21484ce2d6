/* ipv4_forward: one IPv4 router hop for the frames of one input port. ipv4_forward.uc in C.
 *
 * Checks the header (RFC 1812 5.2.2), decrements TTL and updates the checksum incrementally (RFC
 * 1624). Finds the longest matching prefix in SRAM, writes the new Ethernet header, and hands the
 * frame to tx. Packets that cannot be forwarded are counted by reason and their buffers freed.
 *
 * PORT (given by the system file) is the input port, so the ring to read. Frames keep their order
 * (in_turn.h). */
#include "../common/in_turn.h"
#include "ipv4_hop.h"

#if !defined(RING_RX_PORT0) || !defined(RING_TX)
#error "the system's `messages` must define RING_RX_PORT0, of input port 0, and RING_TX"
#endif

__intrinsic void take(unsigned handle, unsigned port_bytes) {
  __declspec(sram_read_reg) hop_t hop;
  __declspec(sram_write_reg) message_t message;
  volatile void __dram *frame = frame_address(handle);
  SIGNAL sig_header, sig_hop, sig_put;
  unsigned wrong, hop_address, length = FIELD_GET(PACKET_BYTES, port_bytes);

  dram_read(header, frame, HEADER_LONGWORDS / 2, sig_done, &sig_header);
  wait_for_all(&sig_header);
  wrong = check(length);
  if (wrong == 0) {
    hop_address = lookup(looked_up(header[7] << 16 | header[8] >> 16));
    if (hop_address == 0) wrong = COUNT_NO_ROUTE;
  }
  if (wrong != 0) {
    wait_for_all(&token_put);
    drop(handle, wrong);
    return;
  }
  sram_read(&hop, (volatile void __sram *)hop_address, 4, ctx_swap, &sig_hop);
  rewrite(frame, &hop, &sig_header);
  message.handle = handle;
  message.port_bytes = FIELD_PUT(PACKET_PORT, hop.port) | length;
  wait_for_all(&sig_header, &token_put);
  if (RING_FULL(RING_TX)) {
    drop(handle, COUNT_TX_RING_FULL);
    return;
  }
  scratch_put_ring(&message, scratch_ring(RING_TX), 2, sig_done, &sig_put);
  pass_token(&token_put);
  wait_for_all(&sig_put);
}

main() {
  take_in_turn(RING_RX_PORT0 + PORT);
}

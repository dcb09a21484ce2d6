/* @name@: passes frames of at most BYTES_MAX bytes on to tx, drops and counts longer ones.
 *
 * The contexts take the frames of port PORT in turn and pass them on in the same turn. */
#include "@name@.h"
#include "ixp2400/microblocks/common/in_turn.h"

#ifndef PORT /* the system file defines it */
#define PORT 0
#endif
#ifndef BYTES_MAX /* the system file may define another */
#define BYTES_MAX 1514
#endif

/* Handles one frame. */
__intrinsic void take(unsigned handle, unsigned port_bytes) {
  __declspec(sram_write_reg) message_t message;
  SIGNAL sig_put;

  wait_for_all(&token_put);
  if (FIELD_GET(PACKET_BYTES, port_bytes) > BYTES_MAX) {
    drop(handle, COUNT_@NAME@);
    return;
  }
  if (RING_FULL(RING_TX)) {
    drop(handle, COUNT_TX_RING_FULL);
    return;
  }
  message.handle = handle;
  message.port_bytes = port_bytes;
  scratch_put_ring(&message, scratch_ring(RING_TX), 2, sig_done, &sig_put);
  pass_token(&token_put);
  wait_for_all(&sig_put);
}

main() { take_in_turn(RING_RX_PORT0 + PORT); }

/* Passes frames from rx to tx. A definition makes it fail, or wait, in one of several ways; `run_end.py`
 * has the expected ends of the runs. */
#include "../../../microblocks/systems/blocks.h"

static SIGNAL token;

__intrinsic void get(__declspec(sram_read_reg) message_t *in, unsigned ring) {
  SIGNAL got;
  scratch_get_ring(in, scratch_ring(ring), 2, sig_done, &got);
  wait_for_all(&got);
}

__intrinsic void put(unsigned handle, unsigned port_bytes, unsigned ring) {
  __declspec(sram_write_reg) message_t out;
  SIGNAL done;
  out.handle = handle;
  out.port_bytes = port_bytes;
  scratch_put_ring(&out, scratch_ring(ring), 2, sig_done, &done);
  wait_for_all(&done);
}

#ifdef CIRCULATE
/* Frames go round between two rings and never to tx. */
main() {
  __declspec(sram_read_reg) message_t in;
  unsigned from = __ctx() & 1 ? RING_RX_PORT1 : RING_RX_PORT0;
  for (;;) {
    get(&in, from);
    if (in.handle != 0) put(in.handle, in.port_bytes, RING_RX_PORT1 - from);
  }
}
#elif defined FORWARD_EMPTY
/* Passes the result of a get of an empty ring to tx, too, without a check for a full ring. */
main() {
  __declspec(sram_read_reg) message_t in;
  for (;;) {
    get(&in, RING_RX_PORT0);
    put(in.handle, in.port_bytes, RING_TX);
  }
}
#elif defined KEEP_ONE
/* One context; a frame goes when the next has come. */
main() {
  __declspec(sram_read_reg) message_t in;
  unsigned handle = 0, port_bytes = 0;
  for (;;) {
    get(&in, RING_RX_PORT0);
    if (in.handle == 0) continue;
    if (handle != 0) put(handle, port_bytes, RING_TX);
    handle = in.handle;
    port_bytes = in.port_bytes;
  }
}
#else
main() {
  __declspec(sram_read_reg) message_t in;
  if (__ctx() == 0) {
#ifdef SPIN
    for (;;)
      ;
#endif
#ifdef HALT
    halt();
#endif
#ifndef NO_TOKEN
    first_token(&token);
#endif
  }
  for (;;) {
    wait_for_all(&token);
    get(&in, RING_RX_PORT0);
    pass_token(&token);
    if (in.handle != 0) {
#ifdef HOLD_SLEEPS
      for (unsigned i = 0; i < HOLD_SLEEPS; i++) sleep(10000);
#endif
      put(in.handle, in.port_bytes, RING_TX);
    }
  }
}
#endif

/* Small operations that every block of the forwarding system uses: macros.uc, for C. */
#ifndef BLOCKS_H
#define BLOCKS_H

#ifdef __MECC_MESSAGES__ /* the system's own: `messages` of its file */
#include __MECC_MESSAGES__
#else
#include "../../rings/forward.h"
#endif
#include <ixp.h>

/* The packet of rings/packet.h on a ring. */
typedef struct {
  unsigned handle;
  unsigned port_bytes; /* longword 1: port, bytes and, where there are flows, the flow */
} message_t;

/* Action of a context that found its ring empty or full: polls again at once, or sleeps that number
   of cycles first, where packets take long anyway. Fewer polls also make a run faster. */
#ifndef POLL_CYCLES
#define POLL_CYCLES 0
#endif
__intrinsic void pause(void) {
  if (POLL_CYCLES) sleep(POLL_CYCLES);
}

/* Whether a ring, by the name it has in rings/, has no more room. */
#define RING_FULL(ring) RING_FULL_OF(ring)
#define RING_FULL_OF(number) inp_state_test(inp_state_scr_ring##number##_status)

/* A token is a signal that goes round the contexts in their order; its holder has waited for it. */
__intrinsic void pass_token(SIGNAL *token) {
  signal_same_ME_next_ctx(__signal_number(token));
}
__intrinsic void first_token(SIGNAL *token) { /* context 0 signals itself */
  signal_same_ME(__signal_number(token), 0);
}

/* Doorbells: context 0 of a block may sleep until its ring has a message, instead of polling. BELL
   in the `define` of that block is the name of the signal, any name; WAKES in that of each block
   that puts into the ring is the same name, WAKES_AT the number of the microengine to wake: 0 to 3,
   0x10 to 0x13. A bell is rung when the message is in the ring; one that rings again before a
   reader waits is a lost-signal hazard, and no harm. */
#ifdef BELL
__declspec(visible) SIGNAL BELL;
#endif
#ifdef WAKES
__declspec(remote) SIGNAL WAKES;
__intrinsic void ring_bell_of(unsigned context) {
  signal_ME(__signal_number(&WAKES), context, WAKES_AT);
}
#else
__intrinsic void ring_bell_of(unsigned context) {}
#endif
__intrinsic void ring_bell(void) { ring_bell_of(0); }

/* Notifies a scheduler of a packet that begins on the link, or never will (rings/rounds.h). */
#ifdef BEGUN_RING
__intrinsic void tell_begun(unsigned flow) {
  __declspec(sram_write_reg) unsigned message;
  SIGNAL sig_put;
  message = FIELD_PUT(BEGUN_VALID, 1u) | FIELD_PUT(BEGUN_FLOW, flow);
  while (RING_FULL(BEGUN_RING)) {
    ctx_wait(voluntary);
    pause();
  }
  scratch_put_ring(&message, scratch_ring(BEGUN_RING), 1, sig_done, &sig_put);
  wait_for_all(&sig_put);
  ring_bell();
}
#else
#define tell_begun(flow) ((void)0)
#endif

/* Address of the frame in a buffer. */
__intrinsic volatile void __dram *frame_address(unsigned handle) {
  return (volatile void __dram *)((handle << 8) + DATA_OFFSET + ((handle & 0x18) << 4));
}

/* Address of a byte in a buffer's descriptor. */
#define DESCRIPTOR_AT(handle, offset) ((volatile void __sram *)(((handle) << 8 >> 6) + (offset)))

/* The queue of free buffers, as the address that names a buffer or none. */
__intrinsic volatile void __sram *free_buffers(unsigned handle) {
  return sram_queue(0, FREELIST_ENTRY, handle & 0xffffff);
}

/* Adds one to a drop counter of rings/packet.h. */
__intrinsic void count_drop(unsigned counter) { scratch_incr((volatile void __scratch *)counter); }

#endif

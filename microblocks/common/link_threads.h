/* Additions of a scheduler of the link, between processing and tx, to its discipline.
 *
 *   context 0  initialization: sets everything up, signals the others, ends
 *   context 1  enqueue
 *   context 2  dequeue
 *
 * A packet leaves for tx only while fewer than LINK_ELEMENTS_MAX elements of 64 bytes are in flight
 * to the port. tx fills TBUF elements in order and TX_SEQUENCE_0 counts those the hardware has sent
 * to the port, so this block can count along without messages from tx. */
#ifndef LINK_THREADS_H
#define LINK_THREADS_H

#include "scheduler.h"

#ifndef LINK_ELEMENTS_MAX
#define LINK_ELEMENTS_MAX 4
#endif
#define ELEMENT_BYTES 64

static __declspec(shared gp_reg) unsigned given; /* elements, modulo 256 as the register */
static __declspec(shared gp_reg) unsigned gone;

/* Whether another packet may go to tx. */
__intrinsic int link_takes(void) {
  if ((given - gone & 0xff) >= LINK_ELEMENTS_MAX) {
    __declspec(sram_read_reg) unsigned sequence;
    SIGNAL sig_sequence;
    msf_read(&sequence, msf_tx_sequence_0, 1, sig_done, &sig_sequence);
    wait_for_all(&sig_sequence);
    gone = sequence & 0xff;
  }
  return (given - gone & 0xff) < LINK_ELEMENTS_MAX;
}

__intrinsic void dequeue_thread(void) {
  for (;;) {
    unsigned next = NOTHING, bytes;
    prepare();
    if (!RING_FULL(RING_OUT) && link_takes()) next = choose();
    if (next < NOTHING) {
      bytes = FIELD_GET(PACKET_BYTES, serve(next));
      given += (bytes + ELEMENT_BYTES - 1) / ELEMENT_BYTES;
    } else {
      idle();
    }
  }
}

__intrinsic void run(void) {
  unsigned context = __ctx() / CONTEXT_STEP;
  if (context == 0) {
    initialize(2);
    ctx_wait(kill);
  }
  wait_for_all(&start);
  if (context == 1)
    enqueue_thread();
  else
    dequeue_thread();
}

#endif

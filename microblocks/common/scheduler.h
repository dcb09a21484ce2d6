/* Code around every discipline: sets up flows and queues, takes packets from RING_IN, drops those
 * it cannot serve, hands chosen ones to RING_OUT.
 *
 * The discipline (fair_queue.h, round_robin.h, sp_pifo.c) has
 *
 *   start_discipline()            at the start
 *   arrive(handle, info, flow, number)   a packet for a flow that is held: queue it
 *   prepare()                     before a choice; may wait
 *   choose()                      the packet to serve next, NOTHING if there is none
 *   serve(chosen)                 hands that packet on; returns longword 1 of its message
 *
 * and the block that includes it has defined
 *
 *   CHARGES_CPU, CHARGES_LINK     which resources a packet is charged for (costs.h)
 *   RING_IN, RING_OUT             rings
 *   FIRST_ENTRY, FIRST_DESCRIPTOR, TRACE_AT    where its queues and its trace are */
#ifndef SCHEDULER_H
#define SCHEDULER_H

#include "costs.h"
#include "queues.h"
#include "trace.h"

#define NOTHING FLOWS

#ifndef IDLE_CYCLES
#define IDLE_CYCLES 128 /* how long dequeue sleeps when it has nothing to do */
#endif

/* Context 0 signals the others that setup is complete. */
static SIGNAL start;

__intrinsic void start_discipline(void);
__intrinsic void arrive(unsigned handle, unsigned info, flow_t __declspec(local_mem) *flow,
                        unsigned number);

/* ------------------------------------------------------------------ initialization */

/* Everything of this microengine but context 0 waits in the meantime. */
__intrinsic void initialize(unsigned threads) {
  unsigned i;
  set_packet_queues();
  for (i = 0; i < FLOWS; ++i) {
    __declspec(sram_read_reg) unsigned weight;
    SIGNAL sig_weight;
    flow_t __declspec(local_mem) *flow = first_state(i);
    sram_read(&weight, (volatile void __sram *)(WEIGHTS_BASE + i * 4), 1, sig_done, &sig_weight);
    wait_for_all(&sig_weight);
    set_weights(flow, weight >> 16, weight & 0xffff);
#if KNOWS_LENGTHS
    flow->payload = PAYLOAD_FLOWS >> i & 1;
    flow->rho = 1 << RHO_SHIFT;
#endif
    keep_first_state(i);
  }
  ready();
  start_discipline();
  for (i = 1; i <= threads; ++i)
    signal_same_ME(__signal_number(&start), i * CONTEXT_STEP);
}

/* ------------------------------------------------------------------ packets in and out */

__intrinsic void drop(unsigned handle, unsigned counter) {
  count_drop(counter);
  sram_enqueue(free_buffers(handle));
}

/* Past processing, to forwarding alone. */
#if SKIPS
__intrinsic void hand_past(__declspec(sram_write_reg) message_t *message) {
  SIGNAL sig_put;
  while (RING_FULL(SR_6)) {
    ctx_wait(voluntary);
    pause();
  }
  scratch_put_ring(message, scratch_ring(SR_6), 2, sig_done, &sig_put);
  wait_for_all(&sig_put);
}
#endif

__intrinsic void enqueue(unsigned handle, unsigned info) {
  flow_t __declspec(local_mem) *flow;
  unsigned number = FIELD_GET(PACKET_FLOW, info);

  if (number >= FLOWS) {
    drop(handle, COUNT_UNKNOWN_FLOW);
    return;
  }
  flow = hold(number);
  if (flow->weight == 0) {
    release(flow);
    drop(handle, COUNT_NO_WEIGHT);
    return;
  }
#if SKIPS && !CHARGES_LINK
  if (skips(flow)) {
    __declspec(sram_write_reg) message_t message;
    message.handle = handle;
    message.port_bytes = info;
    release(flow);
    hand_past(&message);
    return;
  }
#endif
  arrive(handle, info, flow, number);
  release(flow);
}

__intrinsic void enqueue_thread(void) {
  for (;;) {
    __declspec(sram_read_reg) message_t message;
    SIGNAL sig_message;
    scratch_get_ring(&message, scratch_ring(RING_IN), 2, sig_done, &sig_message);
    wait_for_all(&sig_message);
    if (message.handle != 0)
      enqueue(message.handle, message.port_bytes);
    else
      pause();
  }
}

/* Longword 1 of a packet's message goes into its metadata as long as it is queued. */
__intrinsic void keep_info(unsigned handle, unsigned info) {
  __declspec(sram_write_reg) unsigned metadata;
  SIGNAL sig_written;
  metadata = info;
  sram_write(&metadata, DESCRIPTOR_AT(handle, METADATA_AT), 1, sig_done,
             &sig_written);
  wait_for_all(&sig_written);
}
__intrinsic unsigned kept_info(unsigned handle) {
  __declspec(sram_read_reg) unsigned metadata;
  SIGNAL sig_read;
  sram_read(&metadata, DESCRIPTOR_AT(handle, METADATA_AT), 1, sig_done,
            &sig_read);
  wait_for_all(&sig_read);
  return metadata;
}

__intrinsic void hand_on(__declspec(sram_write_reg) message_t *message) {
  SIGNAL sig_put;
  scratch_put_ring(message, scratch_ring(RING_OUT), 2, sig_done, &sig_put);
  wait_for_all(&sig_put);
}

/* Nothing to do. IDLE_COUNTER: where in the scratchpad to count how often, for measurements. */
__intrinsic void idle(void) {
#ifdef IDLE_COUNTER
  scratch_incr((volatile void __scratch *)IDLE_COUNTER);
#endif
  sleep(IDLE_CYCLES);
}

#endif

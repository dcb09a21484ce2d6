/* Fair queueing: each flow has a hardware queue, and the flow whose head packet has the minimum tag
 * (tags.h) is served; ties go to the lower number. PCFQ, the WFQ schedulers, SCFQ, SFQ and DRFQ
 * differ in tags and costs only.
 *
 * Hardware queues have no peek, so the head of each queue is taken out in advance and stored with
 * its tag (the head-of-queue cache): heads_local.h and heads_tree.h, which find the minimum tag.
 *
 *   clear_heads()                       at the start
 *   packet_queued(flow, number)         the queue has got one more
 *   wanting(), first_of(wanting)        queues with packets and no cached head; a flow of them
 *   taking_head(flow, number)           one is being dequeued, to be cached; then it is there
 *   head_cached(flow, number, tag)
 *   head_sent(flow, number)             the cached head is no longer there
 *   head_tag(flow)                      tag of the flow that least() has just named
 *   least()                             the flow to serve; NOTHING when no head is cached
 *
 * Operations on heads may wait, but head_sent() changes the state before it does. */
#ifndef FAIR_QUEUE_H
#define FAIR_QUEUE_H

#include "scheduler.h"

#if FLOWS <= 32
#include "heads_local.h"
#else
#include "heads_tree.h"
#endif

#include "tags.h"

__intrinsic void start_discipline(void) {
  clear_heads();
  start_clock();
}

/* ------------------------------------------------------------------ arrivals */

__intrinsic void arrive(unsigned handle, unsigned info, flow_t __declspec(local_mem) *flow,
                        unsigned number) {
  __declspec(sram_write_reg) unsigned metadata[METADATA_LONGWORDS];
  SIGNAL sig_written;
  virtual_t tag = tag_at_arrival(flow, info);
  trace(TRACE_ARRIVED, arrival_time(), number,
        predicted_cycles(flow, FIELD_GET(PACKET_BYTES, info)), FIELD_GET(PACKET_BYTES, info), 0,
        virtual_time, tag);

  metadata[0] = info;
  metadata[1] = (unsigned)(tag >> 32);
  metadata[2] = (unsigned)tag;
  sram_write(metadata, DESCRIPTOR_AT(handle, METADATA_AT),
             METADATA_LONGWORDS, sig_done, &sig_written);
  wait_for_all(&sig_written);
  sram_enqueue(queue_of(flow, number, handle & 0xffffff));
  packet_queued(flow, number);
}

/* ------------------------------------------------------------------ service */

/* Takes the heads of queues without a cached head into the cache. */
__intrinsic void prepare(void) {
  unsigned wanted;
  while ((wanted = wanting()) != 0) {
    __declspec(sram_read_reg) unsigned handle;
    __declspec(sram_read_reg) unsigned metadata[METADATA_LONGWORDS];
    SIGNAL sig_handle, sig_metadata;
    unsigned number = first_of(wanted);
    flow_t __declspec(local_mem) *flow = hold(number);
    taking_head(flow, number);
    sram_dequeue(&handle, queue_of(flow, number, 0), sig_done, &sig_handle);
    wait_for_all(&sig_handle);
    sram_read(metadata, DESCRIPTOR_AT(handle, METADATA_AT),
              METADATA_LONGWORDS, sig_done, &sig_metadata);
    wait_for_all(&sig_metadata);
    flow->head = handle;
    flow->head_message = metadata[0];
    head_cached(flow, number, (virtual_t)metadata[1] << 32 | metadata[2]);
    release(flow);
  }
}

__intrinsic unsigned choose(void) { return least(); }

/* Sends the cached packet of a flow on; returns its longword 1. */
__intrinsic unsigned serve(unsigned number) {
  __declspec(sram_write_reg) message_t message;
  flow_t __declspec(local_mem) *flow = hold(number);
  unsigned info = flow->head_message;
  virtual_t tag = head_tag(flow);
  message.handle = flow->head;
  message.port_bytes = info;
  head_sent(flow, number);
  tag_served(flow, tag);
  trace(TRACE_SENT, local_csr_read(local_csr_timestamp_low), number, flow->predicted,
        FIELD_GET(PACKET_BYTES, info), 0, virtual_time, tag);
#if SKIPS
  if (skips(flow)) {
    release(flow);
    hand_past(&message);
    return info;
  }
#endif
  release(flow);
  hand_on(&message);
  return info;
}

#endif

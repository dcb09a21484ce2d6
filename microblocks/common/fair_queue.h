/* Fair queueing by tags in virtual time, which PCFQ, the WFQ schedulers, SCFQ, SFQ and DRFQ share.
 * Each flow has a hardware queue, each packet a tag, which it gets as it arrives:
 *
 *   start              S = max(finish of the flow's packet before, V)
 *   finish             F = S + cost
 *   service            the flow whose head packet has the least tag; of equals the lower number
 *
 * Disciplines differ in the tag, in V and in the cost (costs.h). The block has defined TAG:
 *
 *   TAG_FINISH, CLOCK_ELAPSED   F; V grows at arrivals by elapsed time / sum of the weights of
 *                               backlogged flows (PCFQ, WFQ)
 *   TAG_FINISH, CLOCK_SERVED    F; V is the tag of the packet served last (SCFQ)
 *   TAG_START, CLOCK_SERVED     S; V is the tag of the packet served last, and the greatest finish
 *                               time when nothing is queued or in service (SFQ, DRFQ)
 *
 * Hardware queues have no peek, so the head of each queue is taken out ahead of time and kept with
 * its tag (the head-of-queue cache): heads_local.h and heads_tree.h, which find the least tag.
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
 * What is done to heads may wait, but head_sent() changes the state before it does. */
#ifndef FAIR_QUEUE_H
#define FAIR_QUEUE_H

#include "scheduler.h"

#define TAG_START 0
#define TAG_FINISH 1
#define CLOCK_ELAPSED 0
#define CLOCK_SERVED 1

#if FLOWS <= 32
#include "heads_local.h"
#else
#include "heads_tree.h"
#endif

static __declspec(shared local_mem) virtual_t virtual_time;
static __declspec(shared gp_reg) unsigned weights; /* sum over backlogged flows */

/* ------------------------------------------------------------------ V */
#if CLOCK == CLOCK_ELAPSED

/* V grows so many times as fast as elapsed time / sum of the weights, as it is published. A flow
   that gets its shares of two resources is charged elapsed time twice, and its weight is both
   shares: 4 keeps V abreast of it. */
#ifndef VIRTUAL_PACE
#define VIRTUAL_PACE 1
#endif

static __declspec(shared gp_reg) unsigned virtual_updated; /* TIMESTAMP of its last update */

__intrinsic void start_clock(void) {
  virtual_updated = local_csr_read(local_csr_timestamp_low);
}

/* V grows by what a flow of weight 1 would have got since, times VIRTUAL_PACE. */
__intrinsic void clock_at_arrival(void) {
  unsigned now = local_csr_read(local_csr_timestamp_low);
  unsigned ticks = now - virtual_updated;
  virtual_updated = now;
  if (weights != 0)
    virtual_time +=
        ((virtual_t)ticks * VIRTUAL_PACE << (CYCLES_PER_TICK_SHIFT + VIRTUAL_SHIFT + 16)) / weights;
}
__intrinsic unsigned arrival_time(void) { return virtual_updated; } /* that V was taken at */
__intrinsic void clock_given(virtual_t finish) {}
__intrinsic void clock_at_service(virtual_t tag) {}

/* PCFQ's V falls behind finish times, so a flow that becomes empty must forget its own. */
__intrinsic void flow_empty(flow_t __declspec(local_mem) *flow) { flow->account = 0; }

#else

static __declspec(shared local_mem) virtual_t latest_finish; /* of all packets that have come */

__intrinsic unsigned in_service(void); /* packets handed out that have not come back */

__intrinsic void start_clock(void) {}

/* Every packet that has come has been served, and nobody is in service: a new busy period. */
__intrinsic void clock_at_arrival(void) {
  if (TAG == TAG_START && weights == 0 && in_service() == 0) virtual_time = latest_finish;
}
__intrinsic unsigned arrival_time(void) { return local_csr_read(local_csr_timestamp_low); }
__intrinsic void clock_given(virtual_t finish) {
  if (TAG == TAG_START && finish > latest_finish) latest_finish = finish;
}

/* A head that was too young to be cached when its turn came is served later: V does not go back. */
__intrinsic void clock_at_service(virtual_t tag) {
  if (tag > virtual_time) virtual_time = tag;
}

__intrinsic void flow_empty(flow_t __declspec(local_mem) *flow) {}

#endif

__intrinsic void start_discipline(void) {
  clear_heads();
  start_clock();
}

/* ------------------------------------------------------------------ arrivals */

__intrinsic void arrive(unsigned handle, unsigned info, flow_t __declspec(local_mem) *flow,
                        unsigned number) {
  __declspec(sram_write_reg) unsigned metadata[METADATA_LONGWORDS];
  SIGNAL sig_written;
  virtual_t begin, finish, tag;
  clock_at_arrival();
  if (flow->packets == 0) weights += flow->weight;
  flow->packets += 1;
  begin = flow->account > virtual_time ? flow->account : virtual_time;
  finish = begin + cost(flow, FIELD_GET(PACKET_BYTES, info));
  flow->account = finish;
  clock_given(finish);
  tag = TAG == TAG_FINISH ? finish : begin;
  trace(TRACE_ARRIVED, arrival_time(), number, flow->predicted, FIELD_GET(PACKET_BYTES, info), 0,
        virtual_time, tag);

  metadata[0] = info;
  metadata[1] = (unsigned)(tag >> 32);
  metadata[2] = (unsigned)tag;
  sram_write(metadata, (volatile void __sram *)((handle << 8 >> 6) + METADATA_AT),
             METADATA_LONGWORDS, sig_done, &sig_written);
  wait_for_all(&sig_written);
  sram_enqueue(queue_of(flow, number, handle & 0xffffff));
  packet_queued(flow, number);
}

/* ------------------------------------------------------------------ service */

/* Takes the heads of queues whose flow has nothing cached into the cache. */
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
    sram_read(metadata, (volatile void __sram *)((handle << 8 >> 6) + METADATA_AT),
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
  clock_at_service(tag);
  flow->packets -= 1;
  if (flow->packets == 0) {
    flow_empty(flow);
    weights -= flow->weight;
  }
  trace(TRACE_SENT, local_csr_read(local_csr_timestamp_low), number, flow->predicted,
        FIELD_GET(PACKET_BYTES, info), 0, virtual_time, tag);
  release(flow);
  hand_on(&message);
  return info;
}

#endif

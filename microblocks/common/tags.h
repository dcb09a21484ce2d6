/* Tags of packets in virtual time. Each packet gets its tag as it arrives:
 *
 *   start    S = max(finish of the flow's packet before, V)
 *   finish   F = S + cost (costs.h)
 *
 * The block has defined the tag and V:
 *
 *   TAG_FINISH, CLOCK_ELAPSED   F; V grows at arrivals by elapsed time / sum of the weights of
 *                               backlogged flows (PCFQ, WFQ)
 *   TAG_FINISH, CLOCK_SERVED    F; V is the tag of the packet served last (SCFQ)
 *   TAG_START, CLOCK_SERVED     S; V is the tag of the packet served last, and the maximum finish
 *                               time when nothing is queued or in service (SFQ, DRFQ) */
#ifndef TAGS_H
#define TAGS_H

#include "scheduler.h"

#define TAG_START 0
#define TAG_FINISH 1
#define CLOCK_ELAPSED 0
#define CLOCK_SERVED 1

static __declspec(shared local_mem) virtual_t virtual_time;
static __declspec(shared gp_reg) unsigned weights; /* sum over backlogged flows */

/* ------------------------------------------------------------------ V */
#if CLOCK == CLOCK_ELAPSED

/* Factor by which V grows faster than the published elapsed time / sum of the weights. A flow that
   gets its shares of two resources is charged elapsed time twice, and its weight is both shares: 4
   keeps V abreast of it. */
#ifndef VIRTUAL_PACE
#define VIRTUAL_PACE 1
#endif

static __declspec(shared gp_reg) unsigned virtual_updated; /* TIMESTAMP of its last update */

__intrinsic void start_clock(void) {
  virtual_updated = local_csr_read(local_csr_timestamp_low);
}

/* V grows by the service that a flow of weight 1 would have got since, times VIRTUAL_PACE. */
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

/* Every packet so far has been served, and none is in service: a new busy period. */
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

/* A packet has come for a flow: its tag. `info`: longword 1 of its message. */
__intrinsic virtual_t tag_at_arrival(flow_t __declspec(local_mem) *flow, unsigned info) {
  virtual_t begin, finish;
  clock_at_arrival();
  if (flow->packets == 0) weights += flow->weight;
  flow->packets += 1;
  begin = flow->account > virtual_time ? flow->account : virtual_time;
  finish = begin + cost(flow, FIELD_GET(PACKET_BYTES, info));
  flow->account = finish;
  clock_given(finish);
  return TAG == TAG_FINISH ? finish : begin;
}

/* A flow's packet with that tag is served. */
__intrinsic void tag_served(flow_t __declspec(local_mem) *flow, virtual_t tag) {
  clock_at_service(tag);
  flow->packets -= 1;
  if (flow->packets == 0) {
    flow_empty(flow);
    weights -= flow->weight;
  }
}

#endif

/* The part that PCFQ and the WFQ schedulers have in common: virtual time, start and finish times,
 * one hardware queue for each flow, and the choice of the next packet.
 *
 *   at an arrival      V grows by elapsed time / sum of the weights of backlogged flows
 *   start              S = max(finish of the flow's packet before, V)
 *   finish             F = S + cost, kept in the packet's metadata
 *   service            the flow whose head packet has the least F; of equals the lower number
 *
 * A flow that becomes empty forgets its last finish time. While nobody is backlogged V stands
 * still. Hardware queues have no peek, so the head of each queue is taken out ahead of time and
 * kept with its finish time (the head-of-queue cache).
 *
 * Where flows are kept, and how the least finish time is found, is behind one interface:
 *   flows_local.h   up to 32 flows, in local memory
 *   flows_sram.h    up to 1024, in SRAM
 *
 * The block that includes this has defined
 *   CHARGES_CPU, CHARGES_LINK    which resources a packet is charged for, 0 or 1
 *   RING_IN, RING_OUT            rings
 *   FIRST_ENTRY, FIRST_DESCRIPTOR, TRACE_AT    where its queues and its trace are
 *
 * Threads do not preempt each other: what happens between two waits happens at once. */
#ifndef FAIR_QUEUE_H
#define FAIR_QUEUE_H

#include "../../rings/pcfq.h"
#include "../systems/blocks.h"

#ifndef PROCESSORS
#define PROCESSORS 4 /* microengines that process packets: the whole of the CPU resource */
#endif
#ifndef LINK_MBPS
#define LINK_MBPS 50 /* rate of the output link: the whole of the other resource, 5 or more */
#endif
#ifndef ME_MHZ
#define ME_MHZ 600
#endif
#ifndef LINK_OVERHEAD_BYTES
#define LINK_OVERHEAD_BYTES 0 /* what a frame is charged beyond its own bytes */
#endif

/* V grows so many times as fast as elapsed time / sum of the weights, as it is published. A flow that
   gets its shares of two resources is charged elapsed time twice, and its weight is both shares: 4 keeps
   V abreast of it. */
#ifndef VIRTUAL_PACE
#define VIRTUAL_PACE 1
#endif

#ifndef IDLE_CYCLES
#define IDLE_CYCLES 128 /* how long dequeue sleeps when it has nothing to do */
#endif

/* Contexts are numbered 0, 2, 4, 6 where there are four. */
#define CONTEXT_STEP (8 / __MECC_CONTEXTS__)

typedef unsigned long long virtual_t;

/* What a cycle or byte costs a flow of weight 1, in virtual time with COST_SHIFT more places:
   divided by the flow's weight once, when the system starts. */
#if FLOWS <= 32
#define COST_SHIFT 12
#else
#define COST_SHIFT 8 /* for smaller weights */
#endif
#define CYCLE_COST (((virtual_t)WEIGHT_ONE << (VIRTUAL_SHIFT + COST_SHIFT)) / PROCESSORS)
#define BYTE_COST (((8ull * ME_MHZ * WEIGHT_ONE) << (VIRTUAL_SHIFT + COST_SHIFT)) / LINK_MBPS)

/* What is known of a flow. Besides, flows_local.h and flows_sram.h have
 *
 *   flow_t *first_state(number)         at the start: where the flow's state is to be filled in
 *   keep_first_state(number), ready()   and that it is; that all are
 *   flow_t *hold(number)                its state in local memory, which stays there until
 *   release(flow)                       it is let go
 *   queue_of(flow, number, longword)    its hardware queue, for enqueue and dequeue
 *   packet_queued(flow, number)         the queue has got one more
 *   wanting(), first_of(wanting)        queues with packets and no cached head; a flow of them
 *   taking_head(flow, number)           one is being dequeued, to be cached; then it is there
 *   head_cached(flow, number, finish)
 *   head_sent(flow, number)             the cached head is no longer there
 *   head_finish(flow)                   finish time of the flow that least() has just named
 *   least()                             the flow to serve; FLOWS when no head is cached
 *
 * hold() and what is done to heads may wait, but head_sent() changes the state before it does. */
#define FLOW_MEMBERS                                                                               \
  virtual_t last_finish;   /* of the flow's last packet; 0 when it has none */                     \
  unsigned head;           /* the cached packet's handle */                                        \
  unsigned head_message;   /* and longword 1 of its message */                                     \
  unsigned packets;        /* not yet sent; the flow is backlogged when there are any */           \
  unsigned stored;         /* of them in the hardware queue */                                     \
  unsigned weight;         /* all that this scheduler charges, 0: refused */                       \
  unsigned cost_per_cycle; /* virtual time with COST_SHIFT more places */                          \
  unsigned cost_per_byte;                                                                          \
  unsigned predicted;      /* cycles the next packet's processing is expected to take */

static __declspec(shared local_mem) virtual_t virtual_time;
static __declspec(shared gp_reg) unsigned virtual_updated; /* TIMESTAMP of its last update */
static __declspec(shared gp_reg) unsigned weights;         /* sum over backlogged flows */

#if FLOWS <= 32
#include "flows_local.h"
#else
#include "flows_sram.h"
#endif

/* Context 0 tells the others that everything is set up. */
static SIGNAL start;

/* ------------------------------------------------------------------ trace */
#ifdef TRACE
static __declspec(shared gp_reg) unsigned records;

__intrinsic void trace(unsigned kind, unsigned when, unsigned number,
                       flow_t __declspec(local_mem) *flow, unsigned bytes,
                       unsigned measured, virtual_t finish) {
  __declspec(sram_write_reg) unsigned record[8];
  __declspec(sram_write_reg) unsigned count;
  SIGNAL sig_record, sig_count;
  unsigned at = TRACE_AT + 32 + (records & (TRACE_RECORDS - 1)) * 32;
  records += 1;
  record[0] = kind << TRACE_KIND_SHIFT | number << 16 | bytes;
  record[1] = when;
  record[2] = flow->predicted;
  record[3] = measured;
  record[4] = (unsigned)(virtual_time >> 32);
  record[5] = (unsigned)virtual_time;
  record[6] = (unsigned)(finish >> 32);
  record[7] = (unsigned)finish;
  count = records;
  sram_write(record, (volatile void __sram *)at, 8, sig_done, &sig_record);
  sram_write(&count, (volatile void __sram *)TRACE_AT, 1, sig_done, &sig_count);
  wait_for_all(&sig_record, &sig_count);
}
#else
#define trace(kind, when, number, flow, bytes, measured, finish) ((void)0)
#endif

/* ------------------------------------------------------------------ initialization */

/* Queues give whole buffers, whatever their cell count says (QC_IGN_SEG_CNT). */
__intrinsic void set_packet_queues(void) {
  __declspec(sram_read_reg) unsigned before;
  __declspec(sram_write_reg) unsigned control;
  SIGNAL sig_read, sig_written;
  sram_csr_read(&before, (volatile void __sram *)0, sig_done, &sig_read);
  wait_for_all(&sig_read);
  control = before | 1 << 13;
  sram_csr_write(&control, (volatile void __sram *)0, sig_done, &sig_written);
  wait_for_all(&sig_written);
}

/* The cost for a flow of that weight; 0, and the flow is refused, when it has no weight or so
   little that the cost does not fit. */
static __noinline unsigned cost_for(virtual_t cost, unsigned weight) {
  if (weight == 0) return 0;
  cost = (cost + weight / 2) / weight;
  return cost >> 32 ? 0 : (unsigned)cost;
}

__intrinsic void set_weights(flow_t __declspec(local_mem) *flow, unsigned cpu, unsigned link) {
  unsigned weight = 0;
  int refused = 0;
  if (CHARGES_CPU) {
    flow->cost_per_cycle = cost_for(CYCLE_COST, cpu);
    refused |= flow->cost_per_cycle == 0;
    weight += cpu;
  }
  if (CHARGES_LINK) {
    flow->cost_per_byte = cost_for(BYTE_COST, link);
    refused |= flow->cost_per_byte == 0;
    weight += link;
  }
  flow->weight = refused ? 0 : weight;
}

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
    keep_first_state(i);
  }
  ready();
  virtual_updated = local_csr_read(local_csr_timestamp_low);
  for (i = 1; i <= threads; ++i)
    signal_same_ME(__signal_number(&start), i * CONTEXT_STEP);
}

/* ------------------------------------------------------------------ arrivals */

/* V grows by what a flow of weight 1 would have got since, times VIRTUAL_PACE. */
__intrinsic void advance_virtual_time(void) {
  unsigned now = local_csr_read(local_csr_timestamp_low);
  unsigned ticks = now - virtual_updated;
  virtual_updated = now;
  if (weights != 0)
    virtual_time +=
        ((virtual_t)ticks * VIRTUAL_PACE << (CYCLES_PER_TICK_SHIFT + VIRTUAL_SHIFT + 16)) / weights;
}

__intrinsic virtual_t cost(flow_t __declspec(local_mem) *flow, unsigned bytes) {
  virtual_t sum = 0;
  if (CHARGES_CPU) sum += (virtual_t)flow->predicted * flow->cost_per_cycle;
  if (CHARGES_LINK) sum += (virtual_t)(bytes + LINK_OVERHEAD_BYTES) * flow->cost_per_byte;
  return sum >> COST_SHIFT;
}

__intrinsic void drop(unsigned handle, unsigned counter) {
  count_drop(counter);
  sram_enqueue(free_buffers(handle));
}

__intrinsic void enqueue(unsigned handle, unsigned info) {
  __declspec(sram_write_reg) unsigned metadata[METADATA_LONGWORDS];
  SIGNAL sig_written;
  flow_t __declspec(local_mem) *flow;
  virtual_t finish;
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
  advance_virtual_time();
  if (flow->packets == 0) weights += flow->weight;
  flow->packets += 1;
  finish = flow->last_finish > virtual_time ? flow->last_finish : virtual_time;
  finish += cost(flow, FIELD_GET(PACKET_BYTES, info));
  flow->last_finish = finish;
  trace(TRACE_ARRIVED, virtual_updated, number, flow, FIELD_GET(PACKET_BYTES, info), 0, finish);

  metadata[0] = info;
  metadata[1] = (unsigned)(finish >> 32);
  metadata[2] = (unsigned)finish;
  sram_write(metadata, (volatile void __sram *)((handle << 8 >> 6) + METADATA_AT),
             METADATA_LONGWORDS, sig_done, &sig_written);
  wait_for_all(&sig_written);
  sram_enqueue(queue_of(flow, number, handle & 0xffffff));
  packet_queued(flow, number);
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

/* ------------------------------------------------------------------ service */

/* Takes the heads of queues whose flow has nothing cached into the cache. */
__intrinsic void refresh_heads(void) {
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

/* Nothing to do. IDLE_COUNTER: where in the scratchpad to count how often, for measurements. */
__intrinsic void idle(void) {
#ifdef IDLE_COUNTER
  scratch_incr((volatile void __scratch *)IDLE_COUNTER);
#endif
  sleep(IDLE_CYCLES);
}

/* Sends the cached packet of a flow on; returns its longword 1. */
__intrinsic unsigned serve(unsigned number) {
  __declspec(sram_write_reg) message_t message;
  SIGNAL sig_put;
  flow_t __declspec(local_mem) *flow = hold(number);
  unsigned info = flow->head_message;
  virtual_t finish = head_finish(flow);
  message.handle = flow->head;
  message.port_bytes = info;
  head_sent(flow, number);
  flow->packets -= 1;
  if (flow->packets == 0) {
    flow->last_finish = 0;
    weights -= flow->weight;
  }
  trace(TRACE_SENT, local_csr_read(local_csr_timestamp_low), number, flow,
        FIELD_GET(PACKET_BYTES, info), 0, finish);
  release(flow);
  scratch_put_ring(&message, scratch_ring(RING_OUT), 2, sig_done, &sig_put);
  wait_for_all(&sig_put);
  return info;
}

#endif

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
 * kept in local memory with its finish time (the head-of-queue cache).
 *
 * The block that includes this has defined
 *   CHARGES_CPU, CHARGES_LINK    which resources a packet is charged for, 0 or 1
 *   RING_IN, RING_OUT, OUT_FULL  rings, and the input state that says RING_OUT has no room
 *   FIRST_ENTRY, FIRST_DESCRIPTOR, TRACE_AT    where its queues and its trace are
 *
 * Threads do not preempt each other: what happens between two waits happens at once. */
#ifndef FAIR_QUEUE_H
#define FAIR_QUEUE_H

#include "../../rings/pcfq.h"
#include "../systems/blocks.h"

#if FLOWS > 32
#error "FLOWS is more than 32: a bit of a register says which flows have packets"
#endif
#if FIRST_ENTRY + FLOWS > QUEUE_ARRAY_ENTRIES
#error "FLOWS is more than 31: the link's scheduler has 31 entries of the queue array"
#endif

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

#ifndef IDLE_CYCLES
#define IDLE_CYCLES 128 /* how long dequeue sleeps when it has nothing to do */
#endif

typedef unsigned long long virtual_t;

/* What a cycle or byte costs a flow of weight 1, in virtual time with COST_SHIFT more places:
   divided by the flow's weight once, when the system starts. */
#define COST_SHIFT 12
#define CYCLE_COST (((virtual_t)WEIGHT_ONE << (VIRTUAL_SHIFT + COST_SHIFT)) / PROCESSORS)
#define BYTE_COST (((8ull * ME_MHZ * WEIGHT_ONE) << (VIRTUAL_SHIFT + COST_SHIFT)) / LINK_MBPS)

typedef struct {
  virtual_t finish;        /* of the packet in the head-of-queue cache */
  virtual_t last_finish;   /* of the flow's last packet; 0 when it has none */
  unsigned head;           /* the cached packet's handle */
  unsigned head_message;   /* and longword 1 of its message */
  unsigned packets;        /* not yet sent; the flow is backlogged when there are any */
  unsigned stored;         /* of them in the hardware queue */
  unsigned weight;         /* all that this scheduler charges, 0: refused */
  unsigned cost_per_cycle; /* virtual time with COST_SHIFT more places */
  unsigned cost_per_byte;
  unsigned predicted;      /* cycles the next packet's processing is expected to take */
} flow_t;
static __declspec(shared local_mem) flow_t flows[FLOWS];

static __declspec(shared local_mem) virtual_t virtual_time;
static __declspec(shared gp_reg) unsigned virtual_updated; /* TIMESTAMP of its last update */
static __declspec(shared gp_reg) unsigned weights;         /* sum over backlogged flows */
/* Flows with packets in the hardware queue, and in the head-of-queue cache: a bit each. */
static __declspec(shared gp_reg) unsigned queued, cached;

/* Context 0 tells the others that everything is set up. */
static SIGNAL start;

/* ------------------------------------------------------------------ trace */
#ifdef TRACE
static __declspec(shared gp_reg) unsigned records;

__intrinsic void trace(unsigned kind, unsigned when, unsigned flow, unsigned bytes,
                       unsigned measured, virtual_t finish) {
  __declspec(sram_write_reg) unsigned record[8];
  __declspec(sram_write_reg) unsigned count;
  SIGNAL sig_record, sig_count;
  unsigned at = TRACE_AT + 32 + (records & (TRACE_RECORDS - 1)) * 32;
  records += 1;
  record[0] = kind << 24 | flow << 16 | bytes;
  record[1] = when;
  record[2] = flows[flow].predicted;
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
#define trace(kind, when, flow, bytes, measured, finish) ((void)0)
#endif

/* ------------------------------------------------------------------ initialization */

/* An empty queue: its descriptor in SRAM, and loaded into the queue array. */
__intrinsic void make_queue(unsigned entry, unsigned descriptor) {
  __declspec(sram_write_reg) unsigned zero[4];
  __declspec(sram_read_reg) unsigned back[4], loaded[2];
  SIGNAL sig_written, sig_back, sig_loaded;
  zero[0] = zero[1] = zero[2] = zero[3] = 0;
  sram_write(zero, (volatile void __sram *)descriptor, 4, sig_done, &sig_written);
  wait_for_all(&sig_written);
  sram_read(back, (volatile void __sram *)descriptor, 4, sig_done, &sig_back); /* is there now */
  wait_for_all(&sig_back);
  sram_read_qdesc_tail(loaded, sram_queue(0, entry, descriptor >> 2), 2, sig_done, &sig_loaded);
  wait_for_all(&sig_loaded);
  sram_read_qdesc_other(sram_queue(0, entry, descriptor >> 2));
}

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
    make_queue(FIRST_ENTRY + i, FIRST_DESCRIPTOR + i * 16);
    sram_read(&weight, (volatile void __sram *)(WEIGHTS_BASE + i * 4), 1, sig_done, &sig_weight);
    wait_for_all(&sig_weight);
    set_weights(&flows[i], weight >> 16, weight & 0xffff);
  }
  virtual_updated = local_csr_read(local_csr_timestamp_low);
  for (i = 1; i <= threads; ++i)
    signal_same_ME(__signal_number(&start), i);
}

/* ------------------------------------------------------------------ arrivals */

/* V grows by what a flow of weight 1 would have got since. */
__intrinsic void advance_virtual_time(void) {
  unsigned now = local_csr_read(local_csr_timestamp_low);
  unsigned ticks = now - virtual_updated;
  virtual_updated = now;
  if (weights != 0)
    virtual_time += ((virtual_t)ticks << (CYCLES_PER_TICK_SHIFT + VIRTUAL_SHIFT + 16)) / weights;
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
  flow = &flows[number];
  if (flow->weight == 0) {
    drop(handle, COUNT_NO_WEIGHT);
    return;
  }
  advance_virtual_time();
  if (flow->packets == 0) weights += flow->weight;
  flow->packets += 1;
  finish = flow->last_finish > virtual_time ? flow->last_finish : virtual_time;
  finish += cost(flow, FIELD_GET(PACKET_BYTES, info));
  flow->last_finish = finish;
  trace(TRACE_ARRIVED, virtual_updated, number, FIELD_GET(PACKET_BYTES, info), 0, finish);

  metadata[0] = info;
  metadata[1] = (unsigned)(finish >> 32);
  metadata[2] = (unsigned)finish;
  sram_write(metadata, (volatile void __sram *)((handle << 8 >> 6) + METADATA_AT),
             METADATA_LONGWORDS, sig_done, &sig_written);
  wait_for_all(&sig_written);
  sram_enqueue(sram_queue(0, FIRST_ENTRY + number, handle & 0xffffff));
  flow->stored += 1;
  queued |= 1u << number;
}

__intrinsic void enqueue_thread(void) {
  for (;;) {
    __declspec(sram_read_reg) message_t message;
    SIGNAL sig_message;
    scratch_get_ring(&message, scratch_ring(RING_IN), 2, sig_done, &sig_message);
    wait_for_all(&sig_message);
    if (message.handle != 0) enqueue(message.handle, message.port_bytes);
  }
}

/* ------------------------------------------------------------------ service */

/* Takes the heads of queues whose flow has nothing cached into the cache. */
__intrinsic void refresh_heads(void) {
  unsigned wanted;
  while ((wanted = queued & ~cached) != 0) {
    __declspec(sram_read_reg) unsigned handle;
    __declspec(sram_read_reg) unsigned metadata[METADATA_LONGWORDS];
    SIGNAL sig_handle, sig_metadata;
    unsigned number = ffs(wanted);
    flow_t __declspec(local_mem) *flow = &flows[number];
    flow->stored -= 1;
    if (flow->stored == 0) queued &= ~(1u << number);
    sram_dequeue(&handle, sram_queue(0, FIRST_ENTRY + number, 0), sig_done, &sig_handle);
    wait_for_all(&sig_handle);
    sram_read(metadata, (volatile void __sram *)((handle << 8 >> 6) + METADATA_AT),
              METADATA_LONGWORDS, sig_done, &sig_metadata);
    wait_for_all(&sig_metadata);
    flow->head = handle;
    flow->head_message = metadata[0];
    flow->finish = (virtual_t)metadata[1] << 32 | metadata[2];
    cached |= 1u << number;
  }
}

/* The flow to serve; FLOWS when nothing is cached. */
__intrinsic unsigned least(void) {
  unsigned left, best = FLOWS;
  virtual_t finish = ~0ull;
  for (left = cached; left != 0; left &= left - 1) {
    unsigned number = ffs(left);
    if (flows[number].finish < finish) {
      best = number;
      finish = flows[number].finish;
    }
  }
  return best;
}

/* Sends the cached packet of a flow on; returns its longword 1. */
__intrinsic unsigned serve(unsigned number) {
  __declspec(sram_write_reg) message_t message;
  SIGNAL sig_put;
  flow_t __declspec(local_mem) *flow = &flows[number];
  unsigned info = flow->head_message;
  message.handle = flow->head;
  message.port_bytes = info;
  cached &= ~(1u << number);
  flow->packets -= 1;
  if (flow->packets == 0) {
    flow->last_finish = 0;
    weights -= flow->weight;
  }
  trace(TRACE_SENT, local_csr_read(local_csr_timestamp_low), number, FIELD_GET(PACKET_BYTES, info), 0,
        flow->finish);
  scratch_put_ring(&message, scratch_ring(RING_OUT), 2, sig_done, &sig_put);
  wait_for_all(&sig_put);
  return info;
}

#endif

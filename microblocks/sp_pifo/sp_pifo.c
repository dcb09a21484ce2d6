/* sp_pifo: PCFQ's finish times, sorted approximately by eight queues of strict priority: SP-PIFO
 * (Alcoz, Dietmueller, Vanbever, NSDI 2020), in place of pcfq. A queue is first come, first served
 * and has a bound. A packet goes to the queue of lowest priority with a bound of at most its rank.
 *
 *   push-up     the bound of the queue that a packet joins becomes its rank
 *   push-down   a rank below all bounds joins the queue of highest priority, and all bounds
 *               fall by the missing amount
 *
 * No flow has a queue, no head is taken out ahead of time, nothing is searched: a decision is the
 * first queue that is not empty. The price is order, also within a flow: while its packets wait,
 * bounds may rise so far that a later one joins a queue of higher priority. */
#include "../common/before_processors.h"

#define CHARGES_CPU 1
#define CHARGES_LINK 1
#define TAG TAG_FINISH
#define CLOCK CLOCK_ELAPSED
#include "../common/tags.h"

#define QUEUES 8 /* 0 has the highest priority; on the rings of a link scheduler */
#if FLOWS < QUEUES
#error "FLOWS is less than 8"
#endif

static __declspec(shared local_mem) virtual_t bounds[QUEUES];
static __declspec(shared local_mem) unsigned lengths[QUEUES];
static __declspec(shared gp_reg) unsigned filled; /* a bit for each queue that has packets */

__intrinsic volatile void __sram *priority_queue(unsigned queue, unsigned longword) {
  return sram_queue(0, LINK_QUEUE_ENTRY + queue, longword);
}

__intrinsic void start_discipline(void) {
  unsigned i;
  for (i = 0; i < QUEUES; ++i)
    make_queue(LINK_QUEUE_ENTRY + i, LINK_QUEUE_BASE + i * 16);
  start_clock();
}

__intrinsic unsigned queue_for(virtual_t rank) {
  unsigned i = QUEUES;
  virtual_t missing;
  do {
    --i;
    if (rank >= bounds[i]) {
      bounds[i] = rank;
      return i;
    }
  } while (i != 0);
  missing = bounds[0] - rank;
  for (i = 0; i < QUEUES; ++i)
    bounds[i] -= missing;
  return 0;
}

/* Rank and queue are chosen when the metadata are there, so that queues are in the order of ranks
   given. */
__intrinsic void arrive(unsigned handle, unsigned info, flow_t __declspec(local_mem) *flow,
                        unsigned number) {
  virtual_t rank;
  unsigned queue;
  keep_info(handle, info);
  rank = tag_at_arrival(flow, info);
  queue = queue_for(rank);
  sram_enqueue(priority_queue(queue, handle & 0xffffff));
  lengths[queue] += 1;
  filled |= 1u << queue;
  trace(TRACE_ARRIVED, arrival_time(), number, flow->predicted, FIELD_GET(PACKET_BYTES, info),
        queue, virtual_time, rank);
}

__intrinsic void prepare(void) {}

__intrinsic unsigned choose(void) { return filled != 0 ? ffs(filled) : NOTHING; }

/* Sends the first of a queue; returns longword 1 of its message. */
__intrinsic unsigned serve(unsigned queue) {
  __declspec(sram_read_reg) unsigned handle;
  __declspec(sram_write_reg) message_t message;
  SIGNAL sig_handle;
  flow_t __declspec(local_mem) *flow;
  unsigned info, number;
  lengths[queue] -= 1;
  if (lengths[queue] == 0) filled &= ~(1u << queue);
  sram_dequeue(&handle, priority_queue(queue, 0), sig_done, &sig_handle);
  trace(TRACE_CHOSEN, local_csr_read(local_csr_timestamp_low), queue, 0, 0, 0, virtual_time, 0);
  wait_for_all(&sig_handle);
  info = kept_info(handle);
  number = FIELD_GET(PACKET_FLOW, info);
  flow = hold(number);
  tag_served(flow, 0);
  trace(TRACE_SENT, local_csr_read(local_csr_timestamp_low), number, flow->predicted,
        FIELD_GET(PACKET_BYTES, info), queue, virtual_time, 0);
  release(flow);
  message.handle = handle;
  message.port_bytes = info;
  hand_on(&message);
  return info;
}

#include "../common/cpu_threads.h"

main() { run(); }

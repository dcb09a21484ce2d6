/* @name@: strict priority before the processors. Flow 0 goes first. A flow has at most LENGTH_MAX
 * packets queued; more are dropped and counted.
 *
 * ixp2400/microblocks/common/scheduler.h describes the functions of a discipline. To begin with a
 * weighted fair discipline, see ixp2400/microblocks/sfq/sfq.c. */
#include "@name@.h"
#include "ixp2400/microblocks/common/before_processors.h"

#define CHARGES_CPU 1 /* a flow needs a weight of the processors */
#define CHARGES_LINK 0
#include "ixp2400/microblocks/common/scheduler.h"

#ifndef LENGTH_MAX /* the system file may define another */
#define LENGTH_MAX 32
#endif
#if FLOWS > 32
#error "FLOWS is greater than 32: `waiting` has a bit for each flow"
#endif

static __declspec(shared gp_reg) unsigned waiting; /* a bit for each flow with packets */

__intrinsic void start_discipline(void) {}

/* Queues a packet of a flow. */
__intrinsic void arrive(unsigned handle, unsigned info, flow_t __declspec(local_mem) *flow,
                        unsigned number) {
  if (flow->packets >= LENGTH_MAX) {
    drop(handle, COUNT_@NAME@);
    return;
  }
  keep_info(handle, info);
  sram_enqueue(queue_of(flow, number, handle & 0xffffff));
  flow->packets += 1;
  waiting |= 1u << number;
}

__intrinsic void prepare(void) {}

/* Returns the flow to serve, NOTHING if all queues are empty. */
__intrinsic unsigned choose(void) { return waiting != 0 ? ffs(waiting) : NOTHING; }

/* Sends the first packet of a flow and returns longword 1 of its message. */
__intrinsic unsigned serve(unsigned number) {
  __declspec(sram_read_reg) unsigned handle;
  __declspec(sram_write_reg) message_t message;
  SIGNAL sig_handle;
  flow_t __declspec(local_mem) *flow = hold(number);

  flow->packets -= 1;
  if (flow->packets == 0) waiting &= ~(1u << number);
  sram_dequeue(&handle, queue_of(flow, number, 0), sig_done, &sig_handle);
  release(flow);
  wait_for_all(&sig_handle);
  message.handle = handle;
  message.port_bytes = kept_info(handle);
  hand_on(&message);
  return message.port_bytes;
}

#include "ixp2400/microblocks/common/cpu_threads.h"

main() { run(); }

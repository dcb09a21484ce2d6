/* Round robin: flows that have packets take turns, and an allowance limits the amount that a flow
 * may send in its turn. The cost of a packet is computed when its flow has the turn (costs.h). So
 * packets have no tags, heads stay in their queues until then, and the cost of a decision does not
 * depend on the number of flows.
 *
 *   flow with the turn            in `turn`, and its packet in `head`
 *   the others that have packets  on the ring ROUND_RING, in the order of their turns
 *
 * A flow joins the end of the ring with its first packet and leaves with its last. The block has
 * defined ROUND_RING and has
 *
 *   joins(flow)               the flow has its first packet
 *   may_begin(flow)           whether its turn begins now; otherwise it and all others wait
 *   turn_begins(flow)
 *   pays(flow, cost)          charges a packet of that cost if the flow may send it, else returns 0
 *   turn_ends(flow)           the flow may not send, and has packets left
 *   leaves(flow)              the flow has sent its last packet */
#ifndef ROUND_ROBIN_H
#define ROUND_ROBIN_H

#include "scheduler.h"

__intrinsic void joins(flow_t __declspec(local_mem) *flow);
__intrinsic int may_begin(flow_t __declspec(local_mem) *flow);
__intrinsic void turn_begins(flow_t __declspec(local_mem) *flow);
__intrinsic int pays(flow_t __declspec(local_mem) *flow, virtual_t cost);
__intrinsic void turn_ends(flow_t __declspec(local_mem) *flow);
__intrinsic void leaves(flow_t __declspec(local_mem) *flow);

static __declspec(shared gp_reg) unsigned turn; /* NOTHING: no flow */
static __declspec(shared gp_reg) unsigned begun; /* that turn has */
static __declspec(shared gp_reg) unsigned in_ring;

__intrinsic void start_discipline(void) { turn = NOTHING; }

/* ------------------------------------------------------------------ arrivals */

/* All that others can see of an arrival happens at once, when the metadata is there: then the
   packet is in its queue, and the flow in the round. */
__intrinsic void arrive(unsigned handle, unsigned info, flow_t __declspec(local_mem) *flow,
                        unsigned number) {
  __declspec(sram_write_reg) unsigned joining;
  SIGNAL sig_put;
  int first;
  keep_info(handle, info);
  sram_enqueue(queue_of(flow, number, handle & 0xffffff));
  flow->stored += 1;
  flow->packets += 1;
  first = flow->packets == 1;
  if (first) {
    joins(flow);
    in_ring += 1;
    joining = FIELD_PUT(TURN_VALID, 1u) | FIELD_PUT(TURN_FLOW, number);
    scratch_put_ring(&joining, scratch_ring(ROUND_RING), 1, sig_done, &sig_put);
  }
  trace(TRACE_ARRIVED, local_csr_read(local_csr_timestamp_low), number, flow->predicted,
        FIELD_GET(PACKET_BYTES, info), 0, 0, flow->account);
  if (first) wait_for_all(&sig_put);
}

/* ------------------------------------------------------------------ service */

__intrinsic void prepare(void) {}

__intrinsic void take_head(flow_t __declspec(local_mem) *flow, unsigned number) {
  __declspec(sram_read_reg) unsigned handle;
  SIGNAL sig_handle;
  flow->stored -= 1;
  sram_dequeue(&handle, queue_of(flow, number, 0), sig_done, &sig_handle);
  wait_for_all(&sig_handle);
  flow->head_message = kept_info(handle);
  flow->head = handle;
}

/* No flow has the turn: takes the first of the ring, if there is one. */
__intrinsic unsigned first_turn(void) {
  __declspec(sram_read_reg) unsigned first;
  SIGNAL sig_get;
  if (in_ring == 0) return NOTHING;
  in_ring -= 1;
  scratch_get_ring(&first, scratch_ring(ROUND_RING), 1, sig_done, &sig_get);
  wait_for_all(&sig_get);
  return FIELD_GET(TURN_FLOW, first);
}

/* Ends the turn of a flow that keeps packets, and returns the next flow. The flow goes to the end
   of the ring as soon as its first has left, so that the ring need not hold all. */
__intrinsic unsigned pass_turn(flow_t __declspec(local_mem) *flow, unsigned number) {
  __declspec(sram_read_reg) unsigned first;
  __declspec(sram_write_reg) unsigned back;
  SIGNAL sig_get, sig_put;
  turn_ends(flow);
  if (in_ring == 0) {
    trace(TRACE_PASSED, local_csr_read(local_csr_timestamp_low), number, flow->predicted, 0, 0, 0,
          flow->account);
    ctx_wait(voluntary);
    return number;
  }
  scratch_get_ring(&first, scratch_ring(ROUND_RING), 1, sig_done, &sig_get);
  back = FIELD_PUT(TURN_VALID, 1u) | FIELD_PUT(TURN_FLOW, number);
  scratch_put_ring(&back, scratch_ring(ROUND_RING), 1, sig_done, &sig_put);
  trace(TRACE_PASSED, local_csr_read(local_csr_timestamp_low), number, flow->predicted, 0, 0, 0,
        flow->account);
  wait_for_all(&sig_get, &sig_put);
  return FIELD_GET(TURN_FLOW, first);
}

/* The flow whose head is sent next and is paid for; NOTHING if no flow has packets or the flow with
   the turn must wait. */
__intrinsic unsigned choose(void) {
  if (turn == NOTHING) {
    turn = first_turn();
    begun = 0;
  }
  if (turn == NOTHING) return NOTHING;
  for (;;) {
    unsigned next;
    flow_t __declspec(local_mem) *flow = hold(turn);
    if (flow->head == 0) take_head(flow, turn);
    if (!begun) {
      if (!may_begin(flow)) {
        release(flow);
        return NOTHING;
      }
      turn_begins(flow);
      begun = 1;
    }
    if (pays(flow, cost(flow, FIELD_GET(PACKET_BYTES, flow->head_message)))) {
      release(flow);
      return turn;
    }
    next = pass_turn(flow, turn);
    release(flow);
    turn = next;
    begun = 0;
  }
}

/* Sends the head of the flow that choose() has named; returns longword 1 of its message. */
__intrinsic unsigned serve(unsigned number) {
  __declspec(sram_write_reg) message_t message;
  flow_t __declspec(local_mem) *flow = hold(number);
  unsigned info = flow->head_message;
  message.handle = flow->head;
  message.port_bytes = info;
  flow->head = 0;
  flow->packets -= 1;
  if (flow->packets == 0) {
    leaves(flow);
    turn = NOTHING;
  }
  trace(TRACE_SENT, local_csr_read(local_csr_timestamp_low), number, flow->predicted,
        FIELD_GET(PACKET_BYTES, info), 0, 0, flow->account);
  release(flow);
  hand_on(&message);
  return info;
}

#endif

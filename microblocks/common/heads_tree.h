/* Heads of up to 1,024 flows' queues (fair_queue.h): a tournament of their tags, and a bit a flow in
 * its nodes for those that want their head cached. Only the thread that serves works on it. */
#ifndef HEADS_TREE_H
#define HEADS_TREE_H

#include "tournament.h"

/* Nodes of the tree, in pairs, with flows that want their heads cached: a bit for each pair. */
static __declspec(shared gp_reg) unsigned wanted_pairs;

__intrinsic void clear_heads(void) { clear_tournament(); }

#define WANT 0x10000 /* of node_t's bits: flow 0 of sixteen wants its head */

__intrinsic void want_head(unsigned number) {
  nodes[LEVEL_3 + (number >> LEAVES_SHIFT)].bits |= WANT << (number & 15);
  wanted_pairs |= 1u << (number >> (LEAVES_SHIFT + 1));
}

__intrinsic void packet_queued(flow_t __declspec(local_mem) *flow, unsigned number) {
  flow->stored += 1;
  if (flow->head == 0) want_head(number);
}

__intrinsic unsigned pair_wants(unsigned pair) { /* a bit for each of 32 flows */
  node_t __declspec(local_mem) *two = &nodes[LEVEL_3 + 2 * pair];
  return two[0].bits >> 16 | (two[1].bits & 0xffff0000);
}

__intrinsic unsigned wanting(void) { return wanted_pairs; }
__intrinsic unsigned first_of(unsigned pairs) {
  unsigned pair = ffs(pairs);
  return pair << 5 | ffs(pair_wants(pair));
}

__intrinsic void taking_head(flow_t __declspec(local_mem) *flow, unsigned number) {
  unsigned pair = number >> (LEAVES_SHIFT + 1);
  nodes[LEVEL_3 + (number >> LEAVES_SHIFT)].bits &= ~(WANT << (number & 15));
  if (pair_wants(pair) == 0) wanted_pairs &= ~(1u << pair);
  flow->stored -= 1;
  flow->head = ~0u; /* not 0, so that no other thread fetches it meanwhile */
}

__intrinsic void head_cached(flow_t __declspec(local_mem) *flow, unsigned number,
                             virtual_t tag) {
  put_head(number, tag);
}

/* A flow that fetches its next head keeps its position in the tree until it has arrived, because
   the minimum is not read before. */
__intrinsic void head_sent(flow_t __declspec(local_mem) *flow, unsigned number) {
  flow->head = 0;
  if (flow->stored != 0)
    want_head(number);
  else
    put_head(number, NO_HEAD);
}

__intrinsic virtual_t head_tag(flow_t __declspec(local_mem) *flow) { return nodes[ROOT].tag; }

__intrinsic unsigned least(void) { return nodes[ROOT].flow; }

#endif

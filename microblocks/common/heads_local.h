/* Heads of up to 32 flows' queues (fair_queue.h): a bit a flow in registers marks flows with
 * packets, and visiting those finds the minimum tag. */
#ifndef HEADS_LOCAL_H
#define HEADS_LOCAL_H

/* Flows with packets in the hardware queue, and in the head-of-queue cache: a bit each. */
static __declspec(shared gp_reg) unsigned queued, cached;

__intrinsic void clear_heads(void) {}

__intrinsic void packet_queued(flow_t __declspec(local_mem) *flow, unsigned number) {
  flow->stored += 1;
  queued |= 1u << number;
}

__intrinsic unsigned wanting(void) { return queued & ~cached; }
__intrinsic unsigned first_of(unsigned wanted) { return ffs(wanted); }

__intrinsic void taking_head(flow_t __declspec(local_mem) *flow, unsigned number) {
  flow->stored -= 1;
  if (flow->stored == 0) queued &= ~(1u << number);
}

__intrinsic void head_cached(flow_t __declspec(local_mem) *flow, unsigned number,
                             virtual_t tag) {
  flow->tag = tag;
  cached |= 1u << number;
}

__intrinsic void head_sent(flow_t __declspec(local_mem) *flow, unsigned number) {
  cached &= ~(1u << number);
}

__intrinsic virtual_t head_tag(flow_t __declspec(local_mem) *flow) { return flow->tag; }

__intrinsic unsigned least(void) {
  unsigned left, best = NOTHING;
  virtual_t tag = ~0ull;
  for (left = cached; left != 0; left &= left - 1) {
    unsigned number = ffs(left);
    if (flows[number].tag < tag) {
      best = number;
      tag = flows[number].tag;
    }
  }
  return best;
}

#endif

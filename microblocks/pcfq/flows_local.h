/* Up to 32 flows of fair_queue.h, in local memory. Each has an entry of the queue array for itself,
 * a bit in registers says who has packets, and the least finish time is found by visiting those. */
#ifndef FLOWS_LOCAL_H
#define FLOWS_LOCAL_H

#if FIRST_ENTRY + FLOWS > QUEUE_ARRAY_ENTRIES
#error "FLOWS is more than 31: the link's scheduler has 31 entries of the queue array"
#endif

typedef struct {
  virtual_t finish; /* of the packet in the head-of-queue cache */
  FLOW_MEMBERS
} flow_t;
static __declspec(shared local_mem) flow_t flows[FLOWS];

/* Flows with packets in the hardware queue, and in the head-of-queue cache: a bit each. */
static __declspec(shared gp_reg) unsigned queued, cached;

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

__intrinsic flow_t __declspec(local_mem) *first_state(unsigned number) {
  make_queue(FIRST_ENTRY + number, FIRST_DESCRIPTOR + number * 16);
  return &flows[number];
}
__intrinsic void keep_first_state(unsigned number) {}
__intrinsic void ready(void) {}

__intrinsic flow_t __declspec(local_mem) *hold(unsigned number) { return &flows[number]; }
__intrinsic void release(flow_t __declspec(local_mem) *flow) {}

__intrinsic volatile void __sram *queue_of(flow_t __declspec(local_mem) *flow, unsigned number,
                                           unsigned longword) {
  return sram_queue(0, FIRST_ENTRY + number, longword);
}

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
                             virtual_t finish) {
  flow->finish = finish;
  cached |= 1u << number;
}

__intrinsic void head_sent(flow_t __declspec(local_mem) *flow, unsigned number) {
  cached &= ~(1u << number);
}

__intrinsic virtual_t head_finish(flow_t __declspec(local_mem) *flow) { return flow->finish; }

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

#endif

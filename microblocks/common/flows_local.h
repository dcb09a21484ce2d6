/* Up to 32 flows (flows.h) in local memory. Each has an entry of the queue array for itself. */
#ifndef FLOWS_LOCAL_H
#define FLOWS_LOCAL_H

#include "queues.h"

#if FIRST_ENTRY + FLOWS > QUEUE_ARRAY_ENTRIES
#error "FLOWS is more than 31: the link's scheduler has 31 entries of the queue array"
#endif

typedef struct {
  virtual_t tag; /* of the packet in the head-of-queue cache, where packets have tags */
  FLOW_MEMBERS
} flow_t;
static __declspec(shared local_mem) flow_t flows[FLOWS];

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

#endif

/* Queues of packets of a priority between prioritizer and scheduler: a ring each, or, with more
 * priorities than four, queues of the SRAM controller's queue array. The prioritizer
 *
 *   make_places()                         at the start
 *   prepare_place(handle, info)           before the packet's turn; info: longword 1 of its message
 *   take_place(priority)                  in its turn: reserves a place; 0 if the queue is full
 *   put_in_place(priority, handle, info)  then
 *
 * The scheduler takes packets out by itself. */
#ifndef PLACES_H
#define PLACES_H

#if PRIORITIES & (PRIORITIES - 1) || PRIORITIES < 2 || PRIORITIES > 8
#error "PRIORITIES is 2, 4 or 8"
#endif
#define IN_SRAM (PRIORITIES > 4)

#if IN_SRAM
#include "../common/queues.h"

__intrinsic volatile void __sram* queue_of(unsigned priority, unsigned longword) {
  return sram_queue(0, PRIORITY_QUEUE_ENTRY + priority, longword);
}
__intrinsic volatile void __scratch* length_of(unsigned priority) {
  return (volatile void __scratch*)(PRIORITY_LENGTHS + priority * 4);
}
__intrinsic volatile void __sram* info_of(unsigned handle) {
  return DESCRIPTOR_AT(handle, PRIORITY_METADATA_AT);
}

__intrinsic void make_places(void) {
  unsigned i;
  set_packet_queues();
  for (i = 0; i < PRIORITIES; ++i)
    make_queue(PRIORITY_QUEUE_ENTRY + i, PRIORITY_QUEUE_BASE + i * 16);
}

__intrinsic void prepare_place(unsigned handle, unsigned info) {
  __declspec(sram_write_reg) unsigned word;
  SIGNAL sig_word;
  word = info;
  sram_write(&word, info_of(handle), 1, ctx_swap, &sig_word);
}

/* The length counts a packet before it is in the queue. */
__intrinsic int take_place(unsigned priority) {
  __declspec(sram_read_reg) unsigned length;
  SIGNAL_PAIR sig_length;
  scratch_test_and_incr(&length, length_of(priority), sig_done, &sig_length);
  wait_for_all(&sig_length);
  if (length < PRIORITY_LIMIT) return 1;
  scratch_decr(length_of(priority));
  return 0;
}

__intrinsic void put_in_place(unsigned priority, unsigned handle, unsigned info) {
  sram_enqueue(queue_of(priority, handle & 0xffffff));
}

#else
__intrinsic void make_places(void) {}
__intrinsic void prepare_place(unsigned handle, unsigned info) {}

__intrinsic int take_place(unsigned priority) {
  if (priority & 2) return priority & 1 ? !RING_FULL(RING_PRIORITY3) : !RING_FULL(RING_PRIORITY2);
  return priority & 1 ? !RING_FULL(RING_PRIORITY1) : !RING_FULL(RING_PRIORITY0);
}

__intrinsic void put_in_place(unsigned priority, unsigned handle, unsigned info) {
  __declspec(sram_write_reg) message_t message;
  SIGNAL sig_put;
  message.handle = handle;
  message.port_bytes = info;
  scratch_put_ring(&message, scratch_ring(RING_PRIORITY0 + priority), 2, ctx_swap, &sig_put);
}
#endif

#endif

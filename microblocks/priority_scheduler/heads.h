/* The first packet of each priority: taken out of its ring or queue (prioritizer/places.h) ahead of
 * time. */
#ifndef HEADS_H
#define HEADS_H

typedef struct {
  unsigned handle; /* of the first packet; 0: there is none */
  unsigned info;   /* longword 1 of its message */
  int budget;
  int share; /* of a round, bytes */
} class_t;
static __declspec(shared local_mem) class_t classes[PRIORITIES];

#if IN_SRAM

/* The first of a queue that is not empty, or that will not be in a moment. */
static __noinline void take_first(unsigned n) {
  __declspec(sram_read_reg) unsigned handle, info;
  SIGNAL sig_handle, sig_info;
  class_t __declspec(local_mem)* class = &classes[n];
  sram_dequeue(&handle, queue_of(n, 0), ctx_swap, &sig_handle);
  class->handle = handle;
  if (handle == 0) return;
  scratch_decr(length_of(n));
  sram_read(&info, info_of(handle), 1, ctx_swap, &sig_info);
  class->info = info;
}

/* Takes out heads that are missing here. Returns longword 0 of the message of RING_BEGUN, other
   than 0 also if a queue with a length was empty: a packet is about to enter it. */
__intrinsic unsigned look_at_rings(unsigned* again) {
  __declspec(sram_read_reg) unsigned lengths[PRIORITIES], begun;
  SIGNAL sig_lengths, sig_begun;
  unsigned n, filled = 0;
  scratch_get_ring(&begun, scratch_ring(RING_BEGUN), 1, sig_done, &sig_begun);
  scratch_read(lengths, length_of(0), PRIORITIES, sig_done, &sig_lengths);
  wait_for_all(&sig_begun, &sig_lengths);
#pragma clang loop unroll(full)
  for (n = 0; n < PRIORITIES; ++n)
    filled |= (lengths[n] != 0) << n;
  *again = 0;
  for (; filled != 0; filled &= filled - 1) {
    n = ffs(filled);
    if (classes[n].handle != 0) continue;
    take_first(n);
    if (classes[n].handle == 0) *again = 1;
  }
  return begun;
}

#else

/* All are asked for at a time. */
#define ASK(n)                                                                                     \
  if (classes[n].handle == 0)                                                                      \
  scratch_get_ring(&first##n, scratch_ring(RING_PRIORITY##n), 2, sig_done, &sig_first##n)
#define HEAR(n)                                                                                    \
  if (classes[n].handle == 0) {                                                                    \
    wait_for_all(&sig_first##n);                                                                   \
    classes[n].handle = first##n.handle;                                                           \
    classes[n].info = first##n.port_bytes;                                                         \
  }

__intrinsic unsigned look_at_rings(unsigned* again) {
  __declspec(sram_read_reg) message_t first0, first1, first2, first3;
  __declspec(sram_read_reg) unsigned begun;
  SIGNAL sig_first0, sig_first1, sig_first2, sig_first3, sig_begun;
  scratch_get_ring(&begun, scratch_ring(RING_BEGUN), 1, sig_done, &sig_begun);
  ASK(0);
  ASK(1);
#if PRIORITIES > 2
  ASK(2);
  ASK(3);
#endif
  wait_for_all(&sig_begun);
  HEAR(0);
  HEAR(1);
#if PRIORITIES > 2
  HEAR(2);
  HEAR(3);
#endif
  *again = 0;
  return begun;
}

#endif

#endif

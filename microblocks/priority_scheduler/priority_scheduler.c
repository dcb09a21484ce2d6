/* priority_scheduler: which of four rings, one a priority, the next packet comes from. Each has a
 * share of the link, SHARE0 to SHARE3.
 *
 * Rounds of ROUND_BYTES: a priority may send its share of them, its budget. The next packet is from
 * the first priority that has one and has budget left. When none has both, the next round begins at
 * once, so that the link never waits while there is a packet, and who sends nothing saves nothing:
 *   budget = min(budget, 0) + share of the round
 * A packet is charged with its bytes and what the line adds; it may take the last of a budget and
 * more, which the next round gets back. So priorities that always have packets get the link in
 * proportion to their shares, and one that keeps within its share waits for one packet, not for a
 * round.
 *
 * No more than HANDED_OUT_MAX packets are with tx and have not begun there: tx says on RING_BEGUN
 * when one begins. That keeps the choice late.
 *
 * Rings have no peek: the first packet of each is taken out ahead of time. Context 0 does
 * everything; it sleeps until its bell rings, for packets that come and for those that begin. */
#include "../systems/blocks.h"

#ifndef RING_PRIORITY0
#error "the system's `messages` must be rings/priority.h or include it"
#endif
#ifndef RING_OUT
#define RING_OUT RING_TX
#endif
#ifndef SHARE0
#define SHARE0 40
#define SHARE1 30
#define SHARE2 20
#define SHARE3 10
#endif
#if SHARE0 < 1 || SHARE1 < 1 || SHARE2 < 1 || SHARE3 < 1
#error "each of SHARE0 to SHARE3 is 1 or more, on any scale"
#endif
#ifndef ROUND_BYTES
#define ROUND_BYTES 16384
#endif
#ifndef LINE_OVERHEAD
#define LINE_OVERHEAD 24 /* FCS, preamble, gap */
#endif
#ifndef HANDED_OUT_MAX
#define HANDED_OUT_MAX 2
#endif

#define SHARES (SHARE0 + SHARE1 + SHARE2 + SHARE3)
#define BUDGET(share) ((share) * ROUND_BYTES / SHARES)
#if BUDGET(SHARE0) < 1 || BUDGET(SHARE1) < 1 || BUDGET(SHARE2) < 1 || BUDGET(SHARE3) < 1
#error "a share is less than a byte of ROUND_BYTES"
#endif
#define NONE PRIORITIES

typedef struct {
  unsigned handle; /* of the first packet; 0: there is none */
  unsigned info;   /* longword 1 of its message */
  int budget;
  int share; /* of a round, bytes */
} class_t;
static __declspec(shared local_mem) class_t classes[PRIORITIES];
static __declspec(shared gp_reg) unsigned handed_out;

__intrinsic void start_class(unsigned n, int share) {
  classes[n].handle = 0;
  classes[n].budget = classes[n].share = share;
}

/* The first packet of a priority, where it is not here yet. All are asked for at a time. */
#define ASK(n)                                                                                     \
  if (classes[n].handle == 0)                                                                      \
  scratch_get_ring(&first##n, scratch_ring(RING_PRIORITY##n), 2, sig_done, &sig_first##n)
#define HEAR(n)                                                                                    \
  if (classes[n].handle == 0) {                                                                    \
    wait_for_all(&sig_first##n);                                                                   \
    classes[n].handle = first##n.handle;                                                           \
    classes[n].info = first##n.port_bytes;                                                         \
  }

/* Returns whether a packet has begun on the link. */
__intrinsic unsigned look(void) {
  __declspec(sram_read_reg) message_t first0, first1, first2, first3;
  __declspec(sram_read_reg) unsigned begun;
  SIGNAL sig_first0, sig_first1, sig_first2, sig_first3, sig_begun;
  scratch_get_ring(&begun, scratch_ring(RING_BEGUN), 1, sig_done, &sig_begun);
  ASK(0);
  ASK(1);
  ASK(2);
  ASK(3);
  wait_for_all(&sig_begun);
  HEAR(0);
  HEAR(1);
  HEAR(2);
  HEAR(3);
  handed_out -= FIELD_GET(BEGUN_VALID, begun);
  return FIELD_GET(BEGUN_VALID, begun);
}

__intrinsic unsigned first_with_budget(void) {
  unsigned n;
#pragma clang loop unroll(full)
  for (n = 0; n < PRIORITIES; ++n)
    if (classes[n].handle != 0 && classes[n].budget > 0) return n;
  return NONE;
}

__intrinsic void next_round(void) {
  unsigned n;
#pragma clang loop unroll(full)
  for (n = 0; n < PRIORITIES; ++n)
    classes[n].budget = classes[n].share + (classes[n].budget < 0 ? classes[n].budget : 0);
}

__intrinsic unsigned choose(void) {
  if ((classes[0].handle | classes[1].handle | classes[2].handle | classes[3].handle) == 0)
    return NONE;
  for (;;) {
    unsigned n = first_with_budget();
    if (n != NONE) return n;
    next_round();
  }
}

__intrinsic void serve(unsigned n) {
  __declspec(sram_write_reg) message_t message;
  SIGNAL sig_put;
  class_t __declspec(local_mem)* class = &classes[n];
  message.handle = class->handle;
  message.port_bytes = class->info;
  class->budget -= FIELD_GET(PACKET_BYTES, class->info) + LINE_OVERHEAD;
  class->handle = 0;
  handed_out += 1;
  scratch_put_ring(&message, scratch_ring(RING_OUT), 2, ctx_swap, &sig_put);
  ring_bell();
}

main() {
  if (__ctx() != 0) ctx_wait(kill);
  start_class(0, BUDGET(SHARE0));
  start_class(1, BUDGET(SHARE1));
  start_class(2, BUDGET(SHARE2));
  start_class(3, BUDGET(SHARE3));
  handed_out = 0;
  for (;;) {
    unsigned begun = look(), n = NONE;
    if (handed_out < HANDED_OUT_MAX) n = choose();
    if (n != NONE) {
      serve(n);
    } else if (!begun) {
#ifdef BELL
      wait_for_all(&BELL);
#else
      pause();
#endif
    }
  }
}

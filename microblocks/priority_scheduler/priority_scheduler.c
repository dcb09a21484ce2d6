/* priority_scheduler: which of four rings, one a priority, the next packet comes from. Each has a
 * share of the link, SHARE0 to SHARE3.
 *
 * Rounds of ROUND_BYTES: a priority may send its share of them, its budget. The next packet is from
 * the first priority that has one and has budget left. When none has both, the next round begins at
 * once, so that the link never waits while there is a packet, and an idle priority saves nothing:
 *   budget = min(budget, 0) + share of the round
 * A packet is charged with its bytes and the line's overhead; it may take the last of a budget and
 * more, which the next round gets back. So priorities that always have packets get the link in
 * proportion to their shares, and one that keeps within its share waits for one packet, not for a
 * round.
 *
 * At most HANDED_OUT_MAX packets are with tx and have not begun there: tx reports on RING_BEGUN
 * when one begins. So the choice is made late.
 *
 * Rings and queues have no peek: the first packet of each is taken out ahead of time (heads.h).
 * Context 0 does everything; it sleeps until its bell rings, for packets that come and for those
 * that begin. */
#include "../systems/blocks.h"

#ifndef RING_PRIORITY0
#error "the system's `messages` must be rings/priority.h or include it"
#endif
#ifndef RING_OUT
#define RING_OUT RING_TX
#endif
#ifndef SHARE0
#if PRIORITIES == 8
#define SHARE0 20
#define SHARE1 18
#define SHARE2 16
#define SHARE3 14
#define SHARE4 12
#define SHARE5 10
#define SHARE6 6
#define SHARE7 4
#else
#define SHARE0 40
#define SHARE1 30
#define SHARE2 20
#define SHARE3 10
#endif
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

#include "../prioritizer/places.h"
#include "heads.h"

#define NONE PRIORITIES

#define SHARES_TO_1 (SHARE0 + SHARE1)
#define SHARES_TO_3 (PRIORITIES > 2 ? SHARE2 + SHARE3 : 0)
#if PRIORITIES == 8
#define SHARES (SHARES_TO_1 + SHARES_TO_3 + SHARE4 + SHARE5 + SHARE6 + SHARE7)
#else
#define SHARES (SHARES_TO_1 + SHARES_TO_3)
#endif
static __declspec(shared gp_reg) unsigned handed_out;

/* A macro, because a share is looked at when the program is compiled. */
#define START(n, of)                                                                               \
  do {                                                                                             \
    __ct_assert((of) * ROUND_BYTES / SHARES >= 1,                                                  \
                "SHARE" #n " is less than a byte of ROUND_BYTES");                                 \
    classes[n].handle = 0;                                                                         \
    classes[n].budget = classes[n].share = (of) * ROUND_BYTES / SHARES;                            \
  } while (0)

__intrinsic void start_classes(void) {
  START(0, SHARE0);
  START(1, SHARE1);
#if PRIORITIES > 2
  START(2, SHARE2);
  START(3, SHARE3);
#endif
#if PRIORITIES == 8
  START(4, SHARE4);
  START(5, SHARE5);
  START(6, SHARE6);
  START(7, SHARE7);
#endif
}

/* Returns whether there is a reason to look again at once. */
__intrinsic unsigned look(void) {
  unsigned again, begun = look_at_rings(&again);
  handed_out -= FIELD_GET(BEGUN_VALID, begun);
  return FIELD_GET(BEGUN_VALID, begun) | again;
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
  unsigned i, any = 0;
#pragma clang loop unroll(full)
  for (i = 0; i < PRIORITIES; ++i)
    any |= classes[i].handle;
  if (any == 0) return NONE;
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
  start_classes();
  handed_out = 0;
  for (;;) {
    unsigned again = look(), n = NONE;
    if (handed_out < HANDED_OUT_MAX) n = choose();
    if (n != NONE) {
      serve(n);
    } else if (!again) {
#ifdef BELL
      wait_for_all(&BELL);
#else
      pause();
#endif
    }
  }
}

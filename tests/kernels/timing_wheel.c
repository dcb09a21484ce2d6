/* A timing wheel of 32 slots, with lists of 64 timers. A call sets a timer that does not run, and
 * lets a tick pass; a timer that goes round more than once stays in its slot's list. */
#include "kernel.h"

#define SLOTS 32
#define TIMERS 64

typedef struct {
  unsigned next;   /* timer behind it in the list, from 1 on; 0: none */
  unsigned rounds; /* that it still goes; 0: it does not run */
} timer_t;
STATE timer_t timers[TIMERS];
STATE unsigned heads[SLOTS];
static unsigned tick, running;

static void prepare(unsigned x, unsigned y) { running &= 0xffff; }

KERNEL kernel(unsigned x, unsigned y) {
  unsigned id = x % TIMERS, fired = 0, stays = 0, at;
  if (timers[id].rounds == 0) {
    unsigned delay = y >> 26; /* 0 to 63 ticks */
    unsigned* head = &heads[(tick + 1 + delay) % SLOTS];
    timers[id].rounds = 1 + delay / SLOTS;
    timers[id].next = *head;
    *head = id + 1;
    ++running;
  }
  ++tick;
  for (at = heads[tick % SLOTS]; at != 0;) {
    timer_t* timer = &timers[at - 1];
    unsigned next = timer->next;
    if (--timer->rounds == 0) {
      fired += at;
      --running;
    } else {
      timer->next = stays;
      stays = at;
    }
    at = next;
  }
  heads[tick % SLOTS] = stays;
  return fired + (running << 8);
}

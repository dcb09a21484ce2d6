// Waits for ROUNDS interrupts of a timer, a hundred a second.
#include "board.h"

static volatile u32 ticks;
static void tick(void) {
  TIMER_CLEAR(0) = 1;
  ++ticks;
}

int main(void) {
  interrupt_handle(IRQ_TIMER1, tick);
  interrupts_unmask();
  timer_start(0, 500000);
  while (ticks < ROUNDS)
    wait_for_interrupt();
  return 0;
}

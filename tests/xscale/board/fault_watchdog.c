// fails: the watchdog timer has run down
// fails: failed
#include "board.h"

int main(void) {
  REGISTER(0xc0020040) = 1; timer_start(3, 1000); for (;;) wait_for_interrupt();
  return 0;
}

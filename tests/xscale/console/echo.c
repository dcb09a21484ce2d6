// Sends back each byte that it receives, by interrupt, with the timer's count between bytes;
// ends after a "." byte.
#include "board.h"

#define UART(number) REGISTER(0xc0030000u + 4 * (number))
enum { DATA, INTERRUPT_ENABLE, LINE_STATUS = 5, DATA_READY = 1 };

static volatile u32 received, ended, timer;

static void tick(void) {
  TIMER_CLEAR(0) = 1;
  ++timer;
}

static void receive(void) {
  while (UART(LINE_STATUS) & DATA_READY) {
    const char c = (char)UART(DATA);
    ++received;
    ended |= c == '.';
    printf("%2x at %d\n", c, timer);
  }
}

int main(void) {
  printf("ready\n");
  interrupt_handle(IRQ_UART, receive);
  UART(INTERRUPT_ENABLE) = DATA_READY;
  interrupt_handle(IRQ_TIMER1, tick);
  timer_start(0, 50); /* 1 us */
  interrupts_unmask();
  while (!ended)
    wait_for_interrupt();
  printf("%d bytes\n", received);
  return 0;
}

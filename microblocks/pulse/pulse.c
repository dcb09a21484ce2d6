/* pulse: the common time reference as a board wires it (ARM program of the XScale). Each rising
 * edge at a pin of the GPIO interrupts the core; its handler signals a context of a microengine.
 *
 * The signal goes first and the edge is cleared after it, so that only the entry into the handler
 * makes the signal late. An edge that arrives before the previous one was cleared is lost: pulses
 * must be further apart than the handler takes. The core sleeps in between. BUSY makes it work
 * instead, on accesses to SRAM of BUSY_ACCESSES in a row with interrupts masked, as a driver's
 * critical section does. The program demonstrates the lateness and jitter that this adds. */
#include "board.h"

#ifndef PIN
#define PIN 0
#endif
#ifndef ME /* the number of the microengine, context and signal */
#define ME 0
#endif
#ifndef CONTEXT
#define CONTEXT 0
#endif
#ifndef SIGNAL
#define SIGNAL 1
#endif
#ifndef BUSY_ACCESSES
#define BUSY_ACCESSES 0
#endif

static void on_edge(void) {
  signal_thread(ME, CONTEXT, SIGNAL);
  GPIO(GPIO_EDGES) = 1u << PIN;
}

static void work(void) {
  interrupts_mask();
  for (u32 n = 0; n < BUSY_ACCESSES; ++n)
    (void)SRAM(0, 0);
  interrupts_unmask();
}

int main(void) {
  GPIO(GPIO_RISING) = 1u << PIN;
  GPIO(GPIO_INTERRUPT_SET) = 1u << PIN;
  interrupt_handle(IRQ_GPIO, on_edge);
  interrupts_unmask();
  for (;;)
    BUSY_ACCESSES ? work() : wait_for_interrupt();
}

/* Handlers by source, called in IRQ mode with interrupts masked. A handler must clear its source,
   or it is called again for ever. */
#include "board.h"

#define IRQ_STATUS INTERRUPTS(0x08)
#define IRQ_ENABLE INTERRUPTS(0x10)

static void (*handlers[32])(void);

void interrupt_handle(u32 source, void (*handler)(void)) {
  handlers[source] = handler;
  IRQ_ENABLE = 1u << source;
}

void interrupt_dispatch(void) {
  const u32 status = IRQ_STATUS;
  for (u32 source = 0; source < 32; ++source)
    if (status >> source & 1 && handlers[source]) handlers[source]();
}

/* The gateway's ARM program: copies of RTSP packets come on RING_COPIES (divert.c), the observer
 * follows the conversations, the shaper's table gets their streams (table.c). The core sleeps until
 * a copy comes or the clock ticks. */
#include "../../rings/gateway.h"
#include "gateway.h"

#ifndef DIVERT_ME /* where divert runs */
#define DIVERT_ME 1
#endif

static void copy_came(void) {
  THREADS_A(DIVERT_ME >> 4) = THREADS_A(DIVERT_ME >> 4);
}

int main(void) {
  watch_begin();
  interrupt_handle(IRQ_THREADS_A + 2 * (DIVERT_ME >> 4), copy_came);
  THREADS_A_ENABLE(DIVERT_ME >> 4) = 0xffu << 8 * (DIVERT_ME & 3);
  for (;;) {
    const u32 handle = ring_get(RING_COPIES);
    if (handle) {
      watch_frame(handle, ring_get(RING_COPIES));
      free_buffer(handle);
    } else if (!watch_look()) { /* an interrupt that came after the look at the ring is still there
                                 */
      wait_for_interrupt();
    }
    interrupts_unmask(); /* pending ones are handled here, so that the clock continues under load
                          */
    interrupts_mask();
  }
}

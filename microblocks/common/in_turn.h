/* Frames of one ring, taken in turn and handed on in the same turn: two tokens go round the eight
 * contexts, token_get for taking a frame, token_put for handing one on. So frames keep their order
 * while the work between overlaps.
 *
 * The block has take(): one frame; token_get has been passed on, it waits for token_put and passes
 * it on. Its main() is take_in_turn(ring). */
#ifndef IN_TURN_H
#define IN_TURN_H

#include "../systems/blocks.h"

static SIGNAL token_get, token_put;

__intrinsic void take(unsigned handle, unsigned port_bytes);

/* Counts a frame that goes nowhere and frees its buffer; token_put is held and passed on. */
__intrinsic void drop(unsigned handle, unsigned counter) {
  pass_token(&token_put);
  count_drop(counter);
  sram_enqueue(free_buffers(handle));
}

/* Nothing to hand on, but the turn is. */
__intrinsic void skip_turn(void) {
  wait_for_all(&token_put);
  pass_token(&token_put);
}

__intrinsic void take_in_turn(unsigned ring) {
  __declspec(sram_read_reg) message_t message;
  SIGNAL sig_message;

  if (__ctx() == 0) {
    first_token(&token_get);
    first_token(&token_put);
  }
  for (;;) {
    wait_for_all(&token_get);
    scratch_get_ring(&message, scratch_ring(ring), 2, sig_done, &sig_message);
    wait_for_all(&sig_message);
#ifdef BELL
    if (message.handle == 0 && __ctx() == 0) wait_for_all(&BELL);
#endif
    pass_token(&token_get);
    if (message.handle != 0)
      take(message.handle, message.port_bytes);
    else
      skip_turn();
  }
}

#endif

/* cells: cuts packets into cells and sends them to the fabric, short packets first: one waits only
 * for the cells that are in TBUF already, regardless of their long packet.
 *
 * Under token_get a context takes one cell: a short packet if there is one, which is a cell; else
 * the next cell of the long packet that has begun; else the first one of another. It also takes the
 * TBUF elements that the cell needs, which leave strictly in order of their number. Filling them
 * overlaps with the other contexts; token_done puts its end back in order, so that no buffer is
 * freed while its cells are still moving.
 *
 * cell_out.h says how a cell leaves. */
#include "../systems/blocks.h"

#if !defined(RING_SHORT) || !defined(RING_LONG)
#error "the system's `messages` must define RING_SHORT and RING_LONG, as rings/linecard.h does"
#endif

#include "cell_out.h"

/* The long packet that has begun. */
static __declspec(shared gp_reg) unsigned long_handle;
static __declspec(shared gp_reg) unsigned long_at;     /* of its next cell, in the frame */
static __declspec(shared gp_reg) unsigned long_left;   /* bytes; 0: there is none */
static __declspec(shared gp_reg) unsigned long_output; /* as in a cell's header */
static
    __declspec(shared gp_reg) unsigned long_second; /* second longword of its next cell's header */
static __declspec(shared gp_reg) unsigned longs, shorts; /* packets that have begun */

static SIGNAL token_get, token_done;

/* A short packet as its only cell. */
__intrinsic void take_short(const message_t* message) {
  handle = message->handle;
  at = FIELD_GET(CARD_AT, message->port_bytes);
  bytes = FIELD_GET(CARD_BYTES, message->port_bytes);
  first_word = FIRST_WORD(CLASS_SHORT) | FIELD_PUT(CELL_LENGTH, bytes) |
               FIELD_PUT(CELL_OUTPUT, FIELD_GET(CARD_OUTPUT, message->port_bytes));
  second_word = FIELD_PUT(CELL_FIRST, 1u) | FIELD_PUT(CELL_LAST, 1) |
                FIELD_PUT(CELL_TYPED, FIELD_GET(CARD_TYPED, message->port_bytes)) |
                FIELD_PUT(CELL_PACKET, shorts & FIELD_MAX(CELL_PACKET));
  ++shorts;
}

/* The next packet of the long ones. */
__intrinsic void begin_long(const message_t* message) {
  long_handle = message->handle;
  long_at = FIELD_GET(CARD_AT, message->port_bytes);
  long_left = FIELD_GET(CARD_BYTES, message->port_bytes);
  long_output = FIELD_PUT(CELL_OUTPUT, FIELD_GET(CARD_OUTPUT, message->port_bytes));
  long_second = FIELD_PUT(CELL_FIRST, 1u) |
                FIELD_PUT(CELL_TYPED, FIELD_GET(CARD_TYPED, message->port_bytes)) |
                FIELD_PUT(CELL_PACKET, longs & FIELD_MAX(CELL_PACKET)) |
                (long_left - 1) / CELL_BYTES;
  ++longs;
}

/* The next cell of the long packet. */
__intrinsic void take_long(void) {
  handle = long_handle;
  at = long_at;
  bytes = long_left;
  second_word = long_second;
  if (bytes > CELL_BYTES) {
    bytes = CELL_BYTES;
    handle = 0; /* the buffer stays */
  } else {
    second_word |= FIELD_PUT(CELL_LAST, 1);
  }
  first_word = FIRST_WORD(CLASS_LONG) | FIELD_PUT(CELL_LENGTH, bytes) | long_output;
  long_at += CELL_BYTES;
  long_left -= bytes;
  long_second = (long_second & ~FIELD_PUT(CELL_FIRST, 1u)) - 1;
}

main() {
  __declspec(sram_read_reg) message_t message;
  SIGNAL sig_message;

  if (__ctx() == 0) {
    no_elements();
    long_left = 0;
    longs = 0;
    shorts = 0;
    first_token(&token_get);
    first_token(&token_done);
  }
  for (;;) {
    unsigned element, frame;

    wait_for_all(&token_get);
    scratch_get_ring(&message, scratch_ring(RING_SHORT), 2, sig_done, &sig_message);
    wait_for_all(&sig_message);
    if (message.handle != 0) {
      take_short((const message_t*)&message);
      frame = handle;
    } else {
      if (long_left == 0) {
        scratch_get_ring(&message, scratch_ring(RING_LONG), 2, sig_done, &sig_message);
        wait_for_all(&sig_message);
        if (message.handle == 0) { /* nothing: only the turns pass on */
          pause();
          pass_token(&token_get);
          wait_for_all(&token_done);
          pass_token(&token_done);
          continue;
        }
        begin_long((const message_t*)&message);
      }
      take_long();
      frame = long_handle;
    }
    element = take_elements();
    wait_for_room(ELEMENTS_IN_FLIGHT_MAX);
    pass_token(&token_get);

    send(element, frame);
    wait_for_all(&token_done);
    pass_token(&token_done);
    if (handle != 0) sram_enqueue(free_buffers(handle));
  }
}

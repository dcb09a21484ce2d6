/* cells: cuts packets into cells and sends them to the fabric, short packets first: one waits for no
 * more than the cells that are in TBUF already, whatever long packet they belong to.
 *
 * Under token_get a context takes one cell: a short packet if there is one, which is a cell; else
 * the next cell of the long packet that has begun; else the first one of another. It also takes the
 * TBUF elements that the cell needs, which leave strictly in order of their number. Filling them
 * overlaps with the other contexts; token_done puts its end back in order, so that no buffer is
 * freed whose cells are still moving.
 *
 * A cell is a frame of its own: its header (rings/linecard.h) is prepended to its first element.
 * Payloads begin where Ethernet ends, which is not at a multiple of eight bytes, and DRAM moves
 * eight: an element begins with what lies in front, and its control word says how far in the
 * payload begins. */
#include "../systems/blocks.h"

#if !defined(RING_SHORT) || !defined(RING_LONG)
#error "the system's `messages` must define RING_SHORT and RING_LONG, as rings/linecard.h does"
#endif
#ifndef INPUT
#define INPUT 0 /* the fabric's, that this card is in front of */
#endif
#ifndef FABRIC_PORT
#define FABRIC_PORT 1 /* of the chip, where cells leave */
#endif

#define ELEMENT_BYTES 64
#define ELEMENTS 128
/* What is in TBUF goes before a short packet that comes now: little, but enough that the port is not
   kept waiting. */
#ifndef ELEMENTS_IN_FLIGHT_MAX
#define ELEMENTS_IN_FLIGHT_MAX 8
#endif

/* Transmit control, first longword: [31:24] bytes, [20:16] of them prepended, [15:13] where in the
   first eight bytes behind these the payload begins, and the port. The second is 0. */
#define TSW_SOP (1 << 9)
#define TSW_EOP (1 << 8)
#define TSW_PREPENDED (CELL_HEADER_BYTES << 16)

static __declspec(shared gp_reg) unsigned taken; /* elements taken (modulo 256) */
static __declspec(shared gp_reg) unsigned sent;  /* elements known to be transmitted */

/* The long packet that has begun. */
static __declspec(shared gp_reg) unsigned long_handle;
static __declspec(shared gp_reg) unsigned long_at;     /* of its next cell, in the frame */
static __declspec(shared gp_reg) unsigned long_left;   /* bytes; 0: there is none */
static __declspec(shared gp_reg) unsigned long_output; /* as in a cell's header */
static
    __declspec(shared gp_reg) unsigned long_second; /* second longword of its next cell's header */
static __declspec(shared gp_reg) unsigned longs, shorts; /* packets that have begun */

static SIGNAL token_get, token_done;

/* The cell that a context has taken. */
static unsigned handle, at, bytes, first_word, second_word;

/* Waits until there is room for the elements taken. */
__intrinsic void wait_for_room(void) {
  while ((taken - sent & 0xff) > ELEMENTS_IN_FLIGHT_MAX) {
    __declspec(sram_read_reg) unsigned sequence;
    SIGNAL sig_sequence;
    pause();
    msf_read(&sequence, msf_tx_sequence_0, 1, ctx_swap, &sig_sequence);
    sent = sequence & 0xff;
  }
}

#define FIRST_WORD(of_class)                                                                       \
  (FIELD_PUT(CELL_TYPE, CELL_UNICAST) | FIELD_PUT(CELL_CLASS, of_class) |                          \
   FIELD_PUT(CELL_INPUT, INPUT))

/* A short packet as its only cell. */
__intrinsic void take_short(const message_t *message) {
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
__intrinsic void begin_long(const message_t *message) {
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

/* Moves quadwords to an element, by its address in TBUF, and prepares its control word meanwhile. */
#define FILL(to, from, quadwords, status)                                                          \
  do {                                                                                             \
    dram_tbuf_write(from, msf_buffer_data | (to), quadwords, sig_done, &sig_moved);                \
    control[0] = status;                                                                           \
    control[1] = 0;                                                                                \
    wait_for_all(&sig_moved);                                                                      \
  } while (0)

__intrinsic void send(unsigned element, unsigned in_first, unsigned long_frame) {
  __declspec(sram_write_reg) unsigned control[2], words[2];
  volatile char __dram *from = (volatile char __dram *)frame_address(long_frame) + (at & ~7);
  SIGNAL sig_moved, sig_words, sig_control;
  unsigned status = TSW_SOP | TSW_PREPENDED | (at & 7) << 13 | FABRIC_PORT;

  words[0] = first_word;
  words[1] = second_word;
  msf_write(words, msf_buffer_data | element << 6, 2, sig_done, &sig_words);
  if (bytes <= in_first) {
    status |= TSW_EOP | bytes << 24;
  } else {
    status |= in_first << 24;
  }
  FILL(element << 6 | CELL_HEADER_BYTES, from, 7, status);
  wait_for_all(&sig_words);
  msf_write(control, msf_tbuf_element_control | element << 3, 2, sig_done, &sig_control);
  wait_for_all(&sig_control);
  if (bytes <= in_first) return;
  element = (element + 1) % ELEMENTS;
  FILL(element << 6, from + (ELEMENT_BYTES - CELL_HEADER_BYTES), 2,
       TSW_EOP | (bytes - in_first) << 24 | FABRIC_PORT);
  msf_write(control, msf_tbuf_element_control | element << 3, 2, sig_done, &sig_control);
  wait_for_all(&sig_control);
}

main() {
  __declspec(sram_read_reg) message_t message;
  SIGNAL sig_message;

  if (__ctx() == 0) {
    taken = 0;
    sent = 0;
    long_left = 0;
    longs = 0;
    shorts = 0;
    first_token(&token_get);
    first_token(&token_done);
  }
  for (;;) {
    unsigned element, in_first, frame;

    wait_for_all(&token_get);
    scratch_get_ring(&message, scratch_ring(RING_SHORT), 2, sig_done, &sig_message);
    wait_for_all(&sig_message);
    if (message.handle != 0) {
      take_short((const message_t *)&message);
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
        begin_long((const message_t *)&message);
      }
      take_long();
      frame = long_handle;
    }
    in_first = ELEMENT_BYTES - CELL_HEADER_BYTES - (at & 7);
    element = taken % ELEMENTS;
    taken += bytes > in_first ? 2 : 1;
    wait_for_room();
    pass_token(&token_get);

    send(element, in_first, frame);
    wait_for_all(&token_done);
    pass_token(&token_done);
    if (handle != 0) sram_enqueue(free_buffers(handle));
  }
}

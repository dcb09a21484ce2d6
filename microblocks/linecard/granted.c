/* granted: notifies a switch fabric of the packets queued in this card, and sends the cells that it
 * requests: requests out, grants in, cells out. Short packets wait on one ring, in the order of
 * arrival; long ones in a queue for each output (linecard.c). The fabric schedules requests; a
 * grant names class and output, and the next cell of that queue is sent.
 *
 * Under token_get a context takes a grant and a request, if there are any, and the TBUF elements
 * for a cell and a request; filling them overlaps with the other contexts. token_done puts its end
 * back in order, so that no buffer is freed while its cells are still moving.
 *
 * Invariant: of every queue at most one packet has begun, its head: `begun` has its progress. A
 * grant comes only for a request, and a request is sent only for a queued packet, so there is
 * always a cell; if there is none, the grant is counted and nothing is sent. */
#include "../systems/blocks.h"

#if !defined(RING_SHORT) || !defined(RING_REQUEST) || !defined(RING_GRANT)
#error                                                                                             \
    "the system's `messages` must define RING_SHORT, RING_REQUEST and RING_GRANT, as rings/linecard_requests.h does"
#endif

#ifdef CSIX
#include "cframe_out.h"
#else
/* The second of four partitions, that of port 1. */
#define FIRST_ELEMENT 32
#define ELEMENTS 32
#define TX_SEQUENCE msf_tx_sequence_1
#include "cell_out.h"
#endif

/* The long packet of an output that has begun. */
typedef struct {
  unsigned handle;
  unsigned at;    /* of its next cell, in the frame */
  unsigned left;  /* bytes; 0: there is none */
  unsigned flags; /* of its next cell's header: first, typed */
} begun_t;
static __declspec(shared local_mem) begun_t begun[OUTPUTS_MAX];
static __declspec(shared gp_reg) unsigned longs, shorts; /* packets that were requested */

static SIGNAL token_get, token_done;

/* The head of the short packets as the cell to send; the frame, 0 when there is none. */
__intrinsic unsigned take_short(unsigned output) {
  __declspec(sram_read_reg) message_t message;
  SIGNAL sig_message;
  scratch_get_ring(&message, scratch_ring(RING_SHORT), 2, sig_done, &sig_message);
  wait_for_all(&sig_message);
  handle = message.handle;
  at = FIELD_GET(CARD_AT, message.port_bytes);
  bytes = FIELD_GET(CARD_BYTES, message.port_bytes);
  first_word = FIRST_WORD(CLASS_SHORT) | FIELD_PUT(CELL_LENGTH, bytes) |
               FIELD_PUT(CELL_OUTPUT, FIELD_GET(CARD_OUTPUT, message.port_bytes));
  second_word = FIELD_PUT(CELL_FIRST, 1u) | FIELD_PUT(CELL_LAST, 1) |
                FIELD_PUT(CELL_TYPED, FIELD_GET(CARD_TYPED, message.port_bytes));
  return handle;
}

/* The head of an output's queue begins. */
__intrinsic void begin_long(begun_t __declspec(local_mem) * packet, unsigned output) {
  __declspec(sram_read_reg) unsigned head, card;
  SIGNAL sig_head, sig_card;
  sram_dequeue(&head, sram_queue(0, QUEUE_ENTRY + output, 0), sig_done, &sig_head);
  wait_for_all(&sig_head);
  packet->handle = head & 0xffffff;
  if (packet->handle == 0) return;
  sram_read(&card, (volatile void __sram*)((head & 0xffffff) * 4 + 4 * DESCRIPTOR_LONGWORD), 1,
            sig_done, &sig_card);
  wait_for_all(&sig_card);
  packet->at = FIELD_GET(CARD_AT, card);
  packet->left = FIELD_GET(CARD_BYTES, card);
  packet->flags = FIELD_PUT(CELL_FIRST, 1u) | FIELD_PUT(CELL_TYPED, FIELD_GET(CARD_TYPED, card));
}

/* The next cell of an output's long packets; the frame, 0 when there is none. */
__intrinsic unsigned take_long(unsigned output) {
  begun_t __declspec(local_mem)* packet = &begun[output];
  unsigned left = packet->left, frame;
  if (left == 0) {
    begin_long(packet, output);
    left = packet->left;
    if (packet->handle == 0) return 0;
  }
  frame = packet->handle;
  handle = frame;
  at = packet->at;
  bytes = left;
  second_word = packet->flags | (left - 1) / CELL_BYTES;
  if (left > CELL_BYTES) {
    bytes = CELL_BYTES;
    handle = 0; /* the buffer stays */
  } else {
    second_word |= FIELD_PUT(CELL_LAST, 1);
  }
  first_word =
      FIRST_WORD(CLASS_LONG) | FIELD_PUT(CELL_LENGTH, bytes) | FIELD_PUT(CELL_OUTPUT, output);
  packet->at = at + CELL_BYTES;
  packet->left = left - bytes;
  packet->flags &= ~FIELD_PUT(CELL_FIRST, 1u);
  return frame;
}

/* Headers of a request. */
__intrinsic unsigned request_number(unsigned request) {
  unsigned number;
  if (FIELD_GET(REQUEST_CLASS, request) == CLASS_SHORT) {
    number = shorts;
    ++shorts;
  } else {
    number = longs;
    ++longs;
  }
  return FIELD_PUT(CELL_PACKET, number & FIELD_MAX(CELL_PACKET)) |
         FIELD_GET(REQUEST_BEHIND, request);
}

main() {
  __declspec(sram_read_reg) unsigned grant[2], request;
  SIGNAL sig_grant, sig_request;

  if (__ctx() == 0) {
    unsigned output;
    for (output = 0; output < OUTPUTS_MAX; ++output)
      begun[output].left = 0;
    begin_elements();
    longs = 0;
    shorts = 0;
    first_token(&token_get);
    first_token(&token_done);
  }
  for (;;) {
    unsigned element = 0, of_request = 0, frame = 0, asked, asked_second = 0;

    wait_for_all(&token_get);
    scratch_get_ring(grant, scratch_ring(RING_GRANT), 2, sig_done, &sig_grant);
    scratch_get_ring(&request, scratch_ring(RING_REQUEST), 1, sig_done, &sig_request);
    wait_for_all(&sig_grant, &sig_request);
    asked = request;
    if (grant[0] != 0) {
      unsigned output = FIELD_GET(CELL_OUTPUT, grant[0]);
      if (FIELD_GET(CELL_CLASS, grant[0]) == CLASS_SHORT)
        frame = take_short(output);
      else
        frame = take_long(output);
      if (frame != 0) {
        count_drop(COUNT_GRANT);
        second_word |= grant[1] & FIELD_PUT(CELL_PACKET, FIELD_MAX(CELL_PACKET));
        element = take_elements();
      } else {
        count_drop(COUNT_GRANT_LOST);
      }
    }
    if (asked != 0) {
      asked_second = request_number(asked);
      of_request = take_header_element();
    }
    if ((grant[0] | asked) == 0) pause();
    wait_for_room(ELEMENTS_IN_FLIGHT_MAX);
    pass_token(&token_get);

    if (frame != 0) send(element, frame);
    if (asked != 0)
      send_header(of_request,
                  FIELD_PUT(CELL_TYPE, CELL_REQUEST) |
                      FIELD_PUT(CELL_CLASS, FIELD_GET(REQUEST_CLASS, asked)) |
                      FIELD_PUT(CELL_OUTPUT, FIELD_GET(REQUEST_OUTPUT, asked)) |
                      FIELD_PUT(CELL_INPUT, INPUT),
                  asked_second);
    wait_for_all(&token_done);
    pass_token(&token_done);
    if (frame != 0 && handle != 0) sram_enqueue(free_buffers(handle));
  }
}

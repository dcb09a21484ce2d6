/* assemble: reassembles the cells of a switch fabric to packets, in an egress line card. Short and
 * long packets of each input are separate: a short packet may come between the cells of a long one,
 * and cells of several inputs come in any order.
 *
 * A cell is one RBUF element of 128 bytes, a frame or, with CSIX defined, the payload of a C-frame.
 * Its header (rings/cell.h) names its packet; its payload is appended to the packet's data in DRAM.
 * Complete packets go to send.c on two rings, by class.
 *
 * Eight contexts in a fixed order, as in rx.c: token_list so that context n gets the cell before n
 * + 1; token_state for the state of packets; token_put so that a packet is handed on after all of
 * its cells have moved, and packets of a class keep their order.
 *
 * Invariant: a packet has a buffer from its first cell on, until send.c frees it or a cell comes
 * that is not the one that is due. Each context owns a free buffer, as in rx.c. */
#include "../common/mpackets.h"

#if !defined(RING_OUT_SHORT) || !defined(RING_OUT_LONG)
#error                                                                                             \
    "the system's `messages` must define RING_OUT_SHORT and RING_OUT_LONG, as rings/linecard_egress.h does"
#endif
#ifndef INPUTS
#define INPUTS 16 /* of the fabric, at most */
#endif

#define ELEMENT_SHIFT 7 /* elements of 128 bytes */

/* State of the packet of a class and input. */
typedef struct {
  unsigned handle; /* 0: discard until one begins */
  unsigned bytes;  /* so far */
  unsigned due;    /* as the second longword of the next cell's header, without CELL_LAST */
} assembly_t;
static __declspec(shared local_mem) assembly_t assembly[2 * INPUTS];

static SIGNAL token_state;

__intrinsic unsigned element_address(void) {
  return msf_buffer_data | element() << ELEMENT_SHIFT;
}

/* Whether a frame of this length that begins with these longwords is a cell. */
__intrinsic int is_cell(unsigned first_word, unsigned second_word, unsigned frame_bytes) {
  unsigned length = FIELD_GET(CELL_LENGTH, first_word);
  if (length == 0 || length > CELL_BYTES || length + CELL_HEADER_BYTES != frame_bytes) return 0;
  if (length < CELL_BYTES && !(second_word & FIELD_PUT(CELL_LAST, 1))) return 0;
  return FIELD_GET(CELL_TYPE, first_word) == CELL_UNICAST &&
         FIELD_GET(CELL_CLASS, first_word) <= CLASS_SHORT &&
         FIELD_GET(CELL_INPUT, first_word) < INPUTS;
}

/* Destination of the cell with that header: the buffer of its packet, 0 if it is dropped, and the
   number of bytes before it. token_state is held and our buffer is there. */
__intrinsic unsigned place(unsigned first_word, unsigned second_word, unsigned* before) {
  assembly_t __declspec(local_mem)* packet =
      &assembly[FIELD_GET(CELL_CLASS, first_word) * INPUTS + FIELD_GET(CELL_INPUT, first_word)];
  unsigned second = second_word & ~FIELD_PUT(CELL_LAST, 1);
  if (second & FIELD_PUT(CELL_FIRST, 1u)) {
    if (packet->handle != 0) { /* its end never came */
      count_drop(COUNT_WRONG_CELL);
      sram_enqueue(free_buffers(packet->handle));
    }
    second &= ~FIELD_PUT(CELL_FIRST, 1u);
    packet->handle = buffer;
    packet->bytes = 0;
    if (buffer == 0) count_drop(COUNT_NO_BUFFER);
    request_buffer();
  } else {
    keep_buffer();
    count_drop(COUNT_JOINED);
    if (packet->handle == 0) return 0;
    if (second != packet->due) {
      count_drop(COUNT_WRONG_CELL);
      sram_enqueue(free_buffers(packet->handle));
      packet->handle = 0;
      return 0;
    }
  }
  packet->due = second - 1;
  *before = packet->bytes;
  packet->bytes += FIELD_GET(CELL_LENGTH, first_word);
  if (packet->bytes > FRAME_BYTES_MAX) { /* its buffer ends */
    count_drop(COUNT_OVERSIZE);
    sram_enqueue(free_buffers(packet->handle));
    packet->handle = 0;
    return 0;
  }
  if (second_word & FIELD_PUT(CELL_LAST, 1)) {
    unsigned handle = packet->handle;
    packet->handle = 0;
    return handle;
  }
  return packet->handle;
}

/* Hands a whole packet on; token_put is held and passed on. */
__intrinsic void hand_on(unsigned handle, unsigned of, unsigned typed, unsigned bytes) {
  __declspec(sram_write_reg) message_t message;
  SIGNAL sig_put;
  message.handle = handle;
  message.port_bytes = FIELD_PUT(OUT_TYPED, typed) | bytes;
  if (of == CLASS_SHORT ? RING_FULL(RING_OUT_SHORT) : RING_FULL(RING_OUT_LONG)) {
    pass_token(&token_put);
    count_drop(COUNT_TX_RING_FULL);
    sram_enqueue(free_buffers(handle));
    return;
  }
  scratch_put_ring(&message, scratch_ring(of == CLASS_SHORT ? RING_OUT_SHORT : RING_OUT_LONG), 2,
                   sig_done, &sig_put);
  pass_token(&token_put);
  wait_for_all(&sig_put);
}

main() {
  unsigned entry = freelist_entry();
  request_buffer();
  if (__ctx() == 0) {
    unsigned at;
    for (at = 0; at < 2 * INPUTS; ++at)
      assembly[at].handle = 0;
    first_token(&token_list);
    first_token(&token_state);
    first_token(&token_put);
  }
  for (;;) {
    __declspec(sram_read_reg) unsigned header[2];
    unsigned first_word, second_word, handle, before = 0;
    SIGNAL sig_header, sig_moved;

    join_freelist_in_turn(entry);
    wait_for_all(&sig_rsw);
    __implicit_read(&rsw);
    if (!is_whole()) {
      if (count_wrong()) free_element();
      wait_for_all(&token_state);
      pass_token(&token_state);
      skip_turn();
      continue;
    }
    msf_read(header, element_address(), 2, sig_done, &sig_header);
    wait_for_all(&sig_header, &token_state, &sig_buffer);
    first_word = header[0];
    second_word = header[1];
    if (is_cell(first_word, second_word, rsw[0] >> 16 & 0xff)) {
      handle = place(first_word, second_word, &before);
    } else {
      count_drop(COUNT_BAD_HEADER);
      keep_buffer();
      handle = 0;
    }
    pass_token(&token_state);
    if (handle != 0) {
      dram_rbuf_read((volatile char __dram*)frame_address(handle) + before,
                     element_address() + CELL_HEADER_BYTES, CELL_BYTES / 8, sig_done, &sig_moved);
      wait_for_all(&sig_moved);
    }
    free_element();
    wait_for_all(&token_put);
    if (handle != 0 && (second_word & FIELD_PUT(CELL_LAST, 1)))
      hand_on(handle, FIELD_GET(CELL_CLASS, first_word), FIELD_GET(CELL_TYPED, second_word),
              before + FIELD_GET(CELL_LENGTH, first_word));
    else
      pass_token(&token_put);
  }
}

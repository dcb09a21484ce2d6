/* Transmission of cells to a switch fabric over CSIX, in place of cell_out.h: a cell is a C-frame,
 * one TBUF element. Its payload is the header of rings/cell.h, prepended, and the bytes of the
 * cell. Class and output are also in the extension header, where a fabric reads them. A header
 * alone, a request, is a flow control C-frame in the control partition, which does not wait for
 * cells. */
#ifndef CFRAME_OUT_H
#define CFRAME_OUT_H

#include "../common/elements.h" /* of the data partition */
#include "cell_taken.h"
#include "header_out.h"

/* Elements of 128 bytes: three quarters for data, one for control. */
#define ELEMENT_SHIFT 7
#define DATA_ELEMENTS 48
#define CONTROL_ELEMENTS 16
/* The content of TBUF precedes a new short packet: little, but enough to keep the line
   busy. */
#ifndef ELEMENTS_IN_FLIGHT_MAX
#define ELEMENTS_IN_FLIGHT_MAX 4
#endif

/* Transmit control, first longword: [31:24] bytes, [20:16] of them prepended, [15:13] where in the
   first eight bytes behind these the payload begins, [3:0] the type. The second is the extension
   header. */
#define TYPE_UNICAST 1
#define TYPE_FLOW_CONTROL 6
#define QUADWORDS_OF_CELL (CELL_BYTES / 8 + 1) /* it may begin within one */

static __declspec(shared gp_reg) unsigned next_element;                /* of the data partition */
static __declspec(shared gp_reg) unsigned taken_control, sent_control; /* modulo 256 */

__intrinsic void begin_elements(void) {
  no_elements();
  next_element = 0;
  taken_control = 0;
  sent_control = 0;
}
__intrinsic unsigned take_elements(void) {
  unsigned element = next_element;
  next_element = element + 1;
  if (next_element == DATA_ELEMENTS) next_element = 0;
  ++taken;
  return element;
}
/* For a header alone. */
__intrinsic unsigned take_header_element(void) {
  unsigned element = DATA_ELEMENTS + taken_control % CONTROL_ELEMENTS;
  while ((taken_control - sent_control & 0xff) >= CONTROL_ELEMENTS) {
    __declspec(sram_read_reg) unsigned sequence;
    SIGNAL sig_sequence;
    msf_read(&sequence, msf_tx_sequence_1, 1, ctx_swap, &sig_sequence);
    sent_control = sequence & 0xff;
  }
  ++taken_control;
  return element;
}

/* Sends the cell, which is a part of this frame. */
__intrinsic void send(unsigned element, unsigned long_frame) {
  __declspec(sram_write_reg) unsigned control[2], words[2];
  volatile char __dram* from = (volatile char __dram*)frame_address(long_frame) + (at & ~7);
  SIGNAL sig_moved, sig_words, sig_control;

  words[0] = first_word;
  words[1] = second_word;
  msf_write(words, msf_buffer_data | element << ELEMENT_SHIFT, 2, sig_done, &sig_words);
  dram_tbuf_write(from, msf_buffer_data | element << ELEMENT_SHIFT | CELL_HEADER_BYTES,
                  QUADWORDS_OF_CELL, sig_done, &sig_moved);
  control[0] = bytes << 24 | CELL_HEADER_BYTES << 16 | (at & 7) << 13 | TYPE_UNICAST;
  control[1] = FIELD_PUT(EXTENSION_CLASS, FIELD_GET(CELL_CLASS, first_word)) |
               FIELD_PUT(EXTENSION_OUTPUT, FIELD_GET(CELL_OUTPUT, first_word));
  wait_for_all(&sig_moved, &sig_words);
  hand_over(element, control, &sig_control);
  wait_for_all(&sig_control);
}

/* Sends a header alone. */
__intrinsic void send_header(unsigned element, unsigned first, unsigned second) {
  send_header_in(element, element << ELEMENT_SHIFT, CELL_HEADER_BYTES << 24 | TYPE_FLOW_CONTROL,
                 first, second);
}

#endif

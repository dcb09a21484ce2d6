/* Transmission of cells to a switch fabric, for cells.c and granted.c: a cell is a frame of its
 * own, one or two TBUF elements (elements.h). Its header (rings/cell.h) is prepended to its first
 * element. Payloads begin at the end of the Ethernet header, which is not a multiple of eight
 * bytes, and DRAM moves eight: an element begins with the bytes before, and its control word has
 * the offset of the payload. */
#ifndef CELL_OUT_H
#define CELL_OUT_H

#include "cell_taken.h"

#ifndef FABRIC_PORT
#define FABRIC_PORT 1 /* of the chip, where cells leave */
#endif

/* The elements of the port: all of them, or with partitions its own. */
#define ELEMENT_BYTES 64
#ifndef FIRST_ELEMENT
#define FIRST_ELEMENT 0
#define ELEMENTS 128
#endif
#include "../common/elements.h"
#include "header_out.h"
/* The content of TBUF precedes a new short packet: little, but enough to keep the port
   busy. */
#ifndef ELEMENTS_IN_FLIGHT_MAX
#define ELEMENTS_IN_FLIGHT_MAX 8
#endif

/* Of transmit control also: [20:16] bytes that are prepended, [15:13] offset of the payload in the
   first eight bytes after these. */
#define TSW_PREPENDED (CELL_HEADER_BYTES << 16)

__intrinsic void begin_elements(void) {
  no_elements();
}
__intrinsic unsigned take_element(void) {
  unsigned element = FIRST_ELEMENT + taken % ELEMENTS;
  ++taken;
  return element;
}
/* For a header alone. */
__intrinsic unsigned take_header_element(void) {
  return take_element();
}
__intrinsic unsigned bytes_in_first(void) {
  return ELEMENT_BYTES - CELL_HEADER_BYTES - (at & 7);
}
/* Takes the elements of the cell; returns the first. */
__intrinsic unsigned take_elements(void) {
  unsigned element = take_element();
  if (bytes > bytes_in_first()) ++taken;
  return element;
}

/* Moves quadwords to an element, by its address in TBUF, and prepares its control word meanwhile.
 */
#define FILL(to, from, quadwords, status)                                                          \
  do {                                                                                             \
    dram_tbuf_write(from, msf_buffer_data | (to), quadwords, sig_done, &sig_moved);                \
    set_control(control, status);                                                                  \
    wait_for_all(&sig_moved);                                                                      \
  } while (0)

/* Sends the cell, which is a part of this frame, in elements from this one on. */
__intrinsic void send(unsigned element, unsigned long_frame) {
  __declspec(sram_write_reg) unsigned control[2], words[2];
  volatile char __dram* from = (volatile char __dram*)frame_address(long_frame) + (at & ~7);
  SIGNAL sig_moved, sig_words, sig_control;
  unsigned in_first = bytes_in_first();
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
  hand_over(element, control, &sig_control);
  wait_for_all(&sig_control);
  if (bytes <= in_first) return;
  element = FIRST_ELEMENT + (element - FIRST_ELEMENT + 1) % ELEMENTS;
  FILL(element << 6, from + (ELEMENT_BYTES - CELL_HEADER_BYTES), 2,
       TSW_EOP | (bytes - in_first) << 24 | FABRIC_PORT);
  hand_over(element, control, &sig_control);
  wait_for_all(&sig_control);
}

/* Sends a frame of a header alone. */
__intrinsic void send_header(unsigned element, unsigned first, unsigned second) {
  send_header_in(element, element << 6, TSW_SOP | TSW_EOP | CELL_HEADER_BYTES << 24 | FABRIC_PORT,
                 first, second);
}

#endif

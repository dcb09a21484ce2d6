/* Frames from buffers to ports through TBUF, by several contexts at once. The blocks that use tx.c
 * hand frames over one by one; here each context sends for a port of its own.
 *
 * A context takes as many elements (elements.h) as its frame needs when that many are free, and
 * fills them while others fill theirs. Large elements: each has a control word and a turn, and a
 * frame that goes out to a network of chips must be whole before its first byte leaves. */
#ifndef TRANSMIT_H
#define TRANSMIT_H

#include "../common/elements.h"

#ifndef ELEMENT_BYTES
#define ELEMENT_BYTES 256 /* `element_bytes` of the system's [msf] */
#endif
#define ELEMENTS (8192 / ELEMENT_BYTES)
#define BURST_BYTES 128 /* the most that one command moves */

/* Takes `count` elements; returns the first. */
__intrinsic unsigned take_elements(unsigned count) {
  unsigned first;
  while ((taken + count - sent & 0xff) > ELEMENTS) {
    look_what_is_sent();
    if ((taken + count - sent & 0xff) > ELEMENTS) sleep(256);
  }
  first = taken;
  taken += count;
  return first;
}

__intrinsic void validate(unsigned element, unsigned status) {
  __declspec(sram_write_reg) unsigned control[2];
  SIGNAL sig_control;
  set_control(control, status);
  hand_over(element, control, &sig_control);
  wait_for_all(&sig_control);
}

__intrinsic void fill(unsigned element, volatile char __dram *from, unsigned bytes) {
  SIGNAL sig_low, sig_high;
  unsigned to = msf_buffer_data | element * ELEMENT_BYTES, quadwords = (bytes + 7) / 8;
  if (quadwords <= BURST_BYTES / 8) {
    dram_tbuf_write(from, to, quadwords, sig_done, &sig_low);
    wait_for_all(&sig_low);
  } else {
    dram_tbuf_write(from, to, BURST_BYTES / 8, sig_done, &sig_low);
    dram_tbuf_write(from + BURST_BYTES, to + BURST_BYTES, quadwords - BURST_BYTES / 8, sig_done,
                    &sig_high);
    wait_for_all(&sig_low, &sig_high);
  }
}

/* Sends the frame in a buffer; when it returns the buffer may be used again. */
__intrinsic void transmit(unsigned handle, unsigned port, unsigned length) {
  volatile char __dram *from = frame_address(handle);
  unsigned element = take_elements((length + ELEMENT_BYTES - 1) / ELEMENT_BYTES),
           status = port | TSW_SOP;
  while (length > ELEMENT_BYTES) {
    fill(element % ELEMENTS, from, ELEMENT_BYTES);
    validate(element % ELEMENTS, status | (ELEMENT_BYTES & 0xff) << 24);
    status = port;
    from += ELEMENT_BYTES;
    length -= ELEMENT_BYTES;
    element += 1;
  }
  fill(element % ELEMENTS, from, length);
  validate(element % ELEMENTS, status | TSW_EOP | (length & 0xff) << 24);
}

#endif

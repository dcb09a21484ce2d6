/* tx: takes frames from its ring, cuts them into mpackets, moves them to TBUF and frees buffers.
 * tx.uc in C.
 *
 * TBUF elements leave strictly in order of their number, so under token_get a context takes a
 * frame and as many consecutive elements as it needs; filling and validating them then overlaps
 * with the other contexts. Elements in flight = taken - transmitted (TX_SEQUENCE_0), modulo 256;
 * the register is read again only when more than 96 of 128 seem taken (the longest frame
 * needs 26). */
#include "../systems/blocks.h"

#define ELEMENT_BYTES 64
#define ELEMENTS 128
#ifndef ELEMENTS_IN_FLIGHT_MAX /* the system file may want less */
#define ELEMENTS_IN_FLIGHT_MAX 96
#endif
#ifndef RING
#ifndef RING_TX
#error "tx takes packets from RING (`define` of the system file) or from RING_TX, if `messages` have it"
#endif
#define RING RING_TX
#endif

/* Transmit control, first longword: [31:24] bytes, and the port. The second is 0. */
#define TSW_SOP (1 << 9)
#define TSW_EOP (1 << 8)

static __declspec(shared gp_reg) unsigned taken; /* elements taken (modulo 256) */
static __declspec(shared gp_reg) unsigned sent;  /* elements known to be transmitted */

static SIGNAL token_get;

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

/* Moves 64 bytes to an element and hands it to the hardware with its control word. sig_control
   says when the control registers may be used again. */
__intrinsic void fill(unsigned element, volatile void __dram *from,
                      __declspec(sram_write_reg) unsigned *control, unsigned status,
                      SIGNAL *sig_control) {
  SIGNAL sig_moved;
  dram_tbuf_write(from, msf_buffer_data | element << 6, 8, sig_done, &sig_moved);
  control[0] = status;
  control[1] = 0;
  wait_for_all(&sig_moved);
  msf_write(control, msf_tbuf_element_control | element << 3, 2, sig_done, sig_control);
}

main() {
  __declspec(sram_read_reg) message_t message;
  __declspec(sram_write_reg) unsigned control[2];
  SIGNAL sig_message, sig_control;

  if (__ctx() == 0) {
    taken = 0;
    sent = 0;
    first_token(&token_get);
  }
  for (;;) {
    unsigned handle, length, elements, element, status;
    volatile char __dram *data;

    wait_for_all(&token_get);
    scratch_get_ring(&message, scratch_ring(RING), 2, sig_done, &sig_message);
    wait_for_all(&sig_message);
    handle = message.handle;
    if (handle == 0) {
#ifdef BELL
      if (__ctx() == 0) wait_for_all(&BELL);
#else
      pause();
#endif
      pass_token(&token_get);
      continue;
    }
    length = FIELD_GET(PACKET_BYTES, message.port_bytes);
    status = FIELD_GET(PACKET_PORT, message.port_bytes) | TSW_SOP;
    elements = (length + ELEMENT_BYTES - 1) / ELEMENT_BYTES;
    element = taken % ELEMENTS;
    taken += elements;
    wait_for_room();
    pass_token(&token_get);
    tell_begun(FIELD_GET(PACKET_FLOW, message.port_bytes));

    data = frame_address(handle);
    while (length > ELEMENT_BYTES) { /* all elements but the last are full */
      fill(element, data, control, status | ELEMENT_BYTES << 24, &sig_control);
      wait_for_all(&sig_control);
      status &= ~TSW_SOP;
      data += ELEMENT_BYTES;
      length -= ELEMENT_BYTES;
      element = (element + 1) % ELEMENTS;
    }
    fill(element, data, control, status | TSW_EOP | length << 24, &sig_control);
    sram_enqueue(free_buffers(handle));
    wait_for_all(&sig_control);
  }
}

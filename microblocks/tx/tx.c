/* tx: takes frames from its ring, cuts them into mpackets, moves them to TBUF and frees buffers.
 * tx.uc in C.
 *
 * Under token_get a context takes a frame and the elements it needs (elements.h). There is room for
 * them as long as 96 of 128 are in flight: the longest frame needs 26. */
#include "../common/elements.h"

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

static SIGNAL token_get;

/* Moves 64 bytes to an element and hands it to the hardware with its control word. sig_control
   says when the control registers may be used again. */
__intrinsic void fill(unsigned element, volatile void __dram *from,
                      __declspec(sram_write_reg) unsigned *control, unsigned status,
                      SIGNAL *sig_control) {
  SIGNAL sig_moved;
  dram_tbuf_write(from, msf_buffer_data | element << 6, 8, sig_done, &sig_moved);
  set_control(control, status);
  wait_for_all(&sig_moved);
  hand_over(element, control, sig_control);
}

main() {
  __declspec(sram_read_reg) message_t message;
  __declspec(sram_write_reg) unsigned control[2];
  SIGNAL sig_message, sig_control;

  if (__ctx() == 0) {
    no_elements();
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
    ixp_assert(elements <= ELEMENTS_IN_FLIGHT_MAX);
    element = taken % ELEMENTS;
    taken += elements;
    wait_for_room(ELEMENTS_IN_FLIGHT_MAX);
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

/* TBUF elements of a partition. They leave strictly in order of their number, so a context takes as
 * many consecutive ones as it needs while it holds a token; filling and validating them then
 * overlaps with other contexts. In flight are those taken less those transmitted, modulo 256: the
 * register that counts them has eight bits, and is read again only when there seems to be no space.
 */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include "../systems/blocks.h"

#ifndef TX_SEQUENCE
#define TX_SEQUENCE msf_tx_sequence_0
#endif

/* Transmit control, first longword: [31:24] bytes (256 is 0), and the port. The second is 0. */
#define TSW_SOP (1 << 9)
#define TSW_EOP (1 << 8)

static __declspec(shared gp_reg) unsigned taken; /* elements taken */
static __declspec(shared gp_reg) unsigned sent;  /* elements known to be transmitted, modulo 256 */

__intrinsic void no_elements(void) {
  taken = 0;
  sent = 0;
}

/* Updates the number of elements transmitted. */
__intrinsic void look_what_is_sent(void) {
  __declspec(sram_read_reg) unsigned sequence;
  SIGNAL sig_sequence;
  msf_read(&sequence, TX_SEQUENCE, 1, ctx_swap, &sig_sequence);
  sent = sequence & 0xff;
}

/* Waits until no more than `most` are in flight. */
__intrinsic void wait_for_room(unsigned most) {
  while ((taken - sent & 0xff) > most) {
    pause();
    look_what_is_sent();
  }
}

__intrinsic void set_control(__declspec(sram_write_reg) unsigned *control, unsigned status) {
  control[0] = status;
  control[1] = 0;
}

/* Hands an element that is filled to the hardware. sig_control says when the control registers may
   be used again. */
__intrinsic void hand_over(unsigned element, __declspec(sram_write_reg) unsigned *control,
                           SIGNAL *sig_control) {
  msf_write(control, msf_tbuf_element_control | element << 3, 2, sig_done, sig_control);
}

#endif

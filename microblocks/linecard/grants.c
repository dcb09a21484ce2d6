/* grants: takes the grants of a switch fabric out of RBUF and hands them on, in their order. They
 * come on a port of their own partition (freelist GRANT_PORT), one element each (rings/cell.h);
 * microcode reads them itself, DRAM has no part in it, for they are urgent.
 *
 * Eight contexts in a fixed order, as in rx.c: token_list so that context n gets the grant before
 * n + 1, token_put so that it hands it on before. */
#include "../systems/blocks.h"

#ifndef RING_GRANT
#error "the system's `messages` must define RING_GRANT, as rings/linecard_requests.h does"
#endif
#ifndef GRANT_FREELIST
#define GRANT_FREELIST msf_rx_thread_freelist_1
#endif

/* Receive status, first longword: [31:24] element, [15] SOP, [14] EOP, [12:8] errors and null. */
#define RSW_WHOLE 0xc000
#define RSW_EOP 0x4000
#define RSW_ERRORS 0x1d00
#define RSW_NULL 0x0200

static __declspec(sram_read_reg) unsigned rsw[2];
static SIGNAL sig_rsw;
static SIGNAL token_list, token_put;

__intrinsic unsigned freelist_entry(void) {
  unsigned me = __ME();
  return __signal_number(&sig_rsw) << 12 | (me >> 4) << 9 | (me & 3) << 7 | __ctx() << 4 |
         __xfer_reg_number(&rsw);
}

__intrinsic int is_grant(unsigned first_word) {
  return FIELD_GET(CELL_TYPE, first_word) == CELL_GRANT &&
         FIELD_GET(CELL_CLASS, first_word) <= CLASS_SHORT &&
         FIELD_GET(CELL_OUTPUT, first_word) < OUTPUTS_MAX;
}

main() {
  __declspec(sram_read_reg) unsigned header[2];
  __declspec(sram_write_reg) unsigned message[2];
  unsigned entry = freelist_entry();
  SIGNAL sig_header, sig_put;

  if (__ctx() == 0) {
    first_token(&token_list);
    first_token(&token_put);
  }
  for (;;) {
    unsigned element;

    wait_for_all(&token_list);
    __implicit_write(&rsw);
    __implicit_write(&sig_rsw);
    msf_fast_write(GRANT_FREELIST, entry);
    pass_token(&token_list);
    wait_for_all(&sig_rsw);
    __implicit_read(&rsw);
    element = rsw[0] >> 24 & 0x7f;
    if ((rsw[0] & (RSW_WHOLE | RSW_ERRORS | RSW_NULL)) != RSW_WHOLE) {
      if (!(rsw[0] & RSW_NULL)) {
        if (rsw[0] & RSW_EOP) count_drop(COUNT_RX_ERROR); /* once a frame */
        msf_fast_write(msf_rbuf_element_done, element);
      }
      wait_for_all(&token_put);
      pass_token(&token_put);
      continue;
    }
    msf_read(header, msf_buffer_data | element << 6, 2, sig_done, &sig_header);
    wait_for_all(&sig_header, &token_put);
    message[0] = header[0];
    message[1] = header[1];
    if (!is_grant(header[0]) || RING_FULL(RING_GRANT)) {
      pass_token(&token_put);
      count_drop(COUNT_GRANT_LOST);
      msf_fast_write(msf_rbuf_element_done, element);
      continue;
    }
    scratch_put_ring(message, scratch_ring(RING_GRANT), 2, sig_done, &sig_put);
    pass_token(&token_put);
    msf_fast_write(msf_rbuf_element_done, element);
    wait_for_all(&sig_put);
  }
}

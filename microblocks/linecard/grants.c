/* grants: takes the grants of a switch fabric out of RBUF and hands them on, in their order. They
 * come on a port of their own partition (freelist GRANT_PORT), one element each (rings/cell.h).
 * They are urgent, so microcode reads them from RBUF and not through DRAM.
 *
 * Eight contexts in a fixed order, as in rx.c: token_list so that context n gets the grant before
 * n + 1, token_put so that it hands it on before. */
#ifndef GRANT_FREELIST
#define GRANT_FREELIST msf_rx_thread_freelist_1
#endif
#define FREELIST GRANT_FREELIST
#include "../common/mpackets.h"

#ifndef RING_GRANT
#error "the system's `messages` must define RING_GRANT, as rings/linecard_requests.h does"
#endif

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
    unsigned number;

    join_freelist_in_turn(entry);
    wait_for_all(&sig_rsw);
    __implicit_read(&rsw);
    number = element();
    if (!is_whole()) {
      if (count_wrong()) give_back(number);
      skip_turn();
      continue;
    }
    msf_read(header, msf_buffer_data | number << 6, 2, sig_done, &sig_header);
    wait_for_all(&sig_header, &token_put);
    message[0] = header[0];
    message[1] = header[1];
    if (!is_grant(header[0]) || RING_FULL(RING_GRANT)) {
      pass_token(&token_put);
      count_drop(COUNT_GRANT_LOST);
      give_back(number);
      continue;
    }
    scratch_put_ring(message, scratch_ring(RING_GRANT), 2, sig_done, &sig_put);
    pass_token(&token_put);
    give_back(number);
    wait_for_all(&sig_put);
  }
}

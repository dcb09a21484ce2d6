/* grants_csix: grants.c over CSIX. Grants are flow control C-frames, which the egress chip has sent over the CBUS;
 * they wait in FCIFIFO. Their payload is the two longwords of rings/cell.h.
 *
 * A C-frame comes out of FCIFIFO as CWords: base header [31:16] and the beginning of the payload, and so on to
 * the vertical parity, [15:0] of the last. token_get: one context reads a whole C-frame, then the next one;
 * token_put: it hands it on before. */
#include "../systems/blocks.h"

#ifndef RING_GRANT
#error "the system's `messages` must define RING_GRANT, as rings/linecard_requests.h does"
#endif

/* Base header in the first CWord: [29:26] type, [23:16] bytes of payload, 0 = 256. */
#define TYPE(cword) ((cword) >> 26 & 0xf)
#define PAYLOAD(cword) (((cword) >> 16) - 1 & 0xff)
#define TYPE_FLOW_CONTROL 6
#define EXTENSION_BYTES 4 /* of other types */
#define CWORDS_OF_GRANT 3

static SIGNAL token_get, token_put;

__intrinsic int is_grant(unsigned first_word) {
  return FIELD_GET(CELL_TYPE, first_word) == CELL_GRANT &&
         FIELD_GET(CELL_CLASS, first_word) <= CLASS_SHORT &&
         FIELD_GET(CELL_OUTPUT, first_word) < OUTPUTS_MAX;
}

/* CWords of a C-frame with this first word: 2 bytes, payload, 2 bytes, rounded up. */
__intrinsic unsigned cwords(unsigned first) {
  unsigned bytes = 2 + PAYLOAD(first) + 1 + 2;
  if (TYPE(first) != TYPE_FLOW_CONTROL) bytes += EXTENSION_BYTES;
  return (bytes + 3) >> 2;
}

main() {
  __declspec(sram_read_reg) unsigned first, rest[CWORDS_OF_GRANT - 1];
  __declspec(sram_write_reg) unsigned message[2];
  SIGNAL sig_first, sig_rest, sig_put;

  if (__ctx() == 0) {
    first_token(&token_get);
    first_token(&token_put);
  }
  for (;;) {
    unsigned left, first_word = 0, second_word = 0;

    wait_for_all(&token_get);
    while (!inp_state_test(inp_state_fci_not_empty)) {
      pause();
      ctx_wait(voluntary);
    }
    msf_read(&first, msf_fcififo, 1, sig_done, &sig_first);
    wait_for_all(&sig_first);
    left = cwords(first) - 1;
    if (left == CWORDS_OF_GRANT - 1) {
      msf_read(rest, msf_fcififo, CWORDS_OF_GRANT - 1, sig_done, &sig_rest);
      wait_for_all(&sig_rest);
      first_word = first << 16 | rest[0] >> 16;
      second_word = rest[0] << 16 | rest[1] >> 16;
    } else { /* something else */
      for (; left != 0; --left) {
        msf_read(&first, msf_fcififo, 1, sig_done, &sig_first);
        wait_for_all(&sig_first);
      }
    }
    pass_token(&token_get);
    message[0] = first_word;
    message[1] = second_word;
    wait_for_all(&token_put);
    if (!is_grant(first_word) || RING_FULL(RING_GRANT)) {
      pass_token(&token_put);
      count_drop(COUNT_GRANT_LOST);
      continue;
    }
    scratch_put_ring(message, scratch_ring(RING_GRANT), 2, sig_done, &sig_put);
    pass_token(&token_put);
    wait_for_all(&sig_put);
  }
}

/* Mpackets as the MSF gives them to contexts: a context joins a receive freelist and gets a receive
 * status word and, with it, an RBUF element. A block that puts frames into buffers has a free one
 * in each context, requested in advance.
 *
 * Eight contexts work in a fixed order, 0 to 7 and round again, and join the freelist in it
 * (token_list), so that context n gets the mpacket before n + 1. Other steps that must happen in
 * order of arrival have tokens of their own; token_put is for handing on. */
#ifndef MPACKETS_H
#define MPACKETS_H

#include "../systems/blocks.h"

#ifndef FREELIST /* of the partition of these frames */
#define FREELIST msf_rx_thread_freelist_0
#endif

/* Receive status, first longword. [31:24] element, [23:16] bytes, [1:0] port. */
#define RSW_NULL 0x0200
#ifdef CSIX /* a C-frame: bytes of its payload, [3:0] its type; it is whole or has an error */
#define RSW_ERRORS 0x2000
#define RSW_EOP RSW_ERRORS
#define RSW_WHOLE 0
#else
#define RSW_SOP 0x8000
#define RSW_EOP 0x4000
#define RSW_RX_ERROR 0x0400
#define RSW_PARITY_OR_SOP_ERROR 0x1900
#define RSW_ERRORS (RSW_RX_ERROR | RSW_PARITY_OR_SOP_ERROR)
#define RSW_WHOLE (RSW_SOP | RSW_EOP)
#endif

/* Status word that the hardware gives a context. */
static __declspec(sram_read_reg) unsigned rsw[2];
static SIGNAL sig_rsw;

static SIGNAL token_list, token_put;

/* The data of the fast_wr that joins the receive freelist: [15:12] signal, [9] cluster, [8:7] ME,
   [6:4] context, [3:0] transfer register. */
__intrinsic unsigned freelist_entry(void) {
  unsigned me = __ME();
  return __signal_number(&sig_rsw) << 12 | (me >> 4) << 9 | (me & 3) << 7 | __ctx() << 4 |
         __xfer_reg_number(&rsw);
}

/* Asks the hardware for the next mpacket. From here until sig_rsw the registers are its own. */
__intrinsic void join_freelist(unsigned entry) {
  __implicit_write(&rsw);
  __implicit_write(&sig_rsw);
  msf_fast_write(FREELIST, entry);
}

/* In turn; the caller waits for sig_rsw, then uses __implicit_read(&rsw). */
__intrinsic void join_freelist_in_turn(unsigned entry) {
  wait_for_all(&token_list);
  join_freelist(entry);
  pass_token(&token_list);
}

/* Nothing but a whole frame without errors, in one element. */
__intrinsic int is_whole(void) {
  return (rsw[0] & (RSW_WHOLE | RSW_ERRORS | RSW_NULL)) == RSW_WHOLE;
}

__intrinsic unsigned element(void) { return rsw[0] >> 24 & 0x7f; }
__intrinsic void give_back(unsigned number) { msf_fast_write(msf_rbuf_element_done, number); }
__intrinsic void free_element(void) { give_back(element()); }

/* Counts an incomplete frame, at its end. Returns whether there is an element. */
__intrinsic int count_wrong(void) {
  if (rsw[0] & RSW_NULL) return 0;
  if (rsw[0] & RSW_EOP) count_drop(COUNT_RX_ERROR);
  return 1;
}

/* The free buffer that a context owns, 0 when there was none. */
static __declspec(sram_read_reg) unsigned buffer;
static SIGNAL sig_buffer;
__intrinsic void request_buffer(void) {
  sram_dequeue(&buffer, free_buffers(0), sig_done, &sig_buffer);
}
/* Our buffer stays. */
__intrinsic void keep_buffer(void) { signal_same_ME(__signal_number(&sig_buffer), __ctx()); }

/* Nothing to hand on, but the turn is. */
__intrinsic void skip_turn(void) {
  wait_for_all(&token_put);
  pass_token(&token_put);
}

#endif

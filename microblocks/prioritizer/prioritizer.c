/* prioritizer: reads the priority that the sender of an RTP packet gave it, and puts the packet
 * into the ring of that priority. Packets other than RTP have the priority OTHERS. A packet for a
 * full ring is dropped and counted, independent of the other rings.
 *
 * Source of the priority, RFC 3550's names (PRIORITY_FROM):
 *   FROM_MARKER         M: 0 when it is set, else 1
 *   FROM_PAYLOAD_TYPE   the low bits of PT, two for four priorities
 *   FROM_EXTENSION      the low bits of the first longword in the header extension
 *   FROM_PAYLOAD        the low bits of the payload's first byte
 * A packet without that field has the priority OTHERS.
 *
 * Eight contexts take packets in turn (token_get) and hand them on in the same turn (token_put), so
 * that packets of a priority keep their order. */
#include "../systems/blocks.h"

#define FROM_MARKER 0
#define FROM_PAYLOAD_TYPE 1
#define FROM_EXTENSION 2
#define FROM_PAYLOAD 3

#ifndef PRIORITY_FROM
#define PRIORITY_FROM FROM_PAYLOAD_TYPE
#endif
#ifndef RING_IN
#define RING_IN RING_RX_PORT0
#endif
#ifndef BRIDGE
#define BRIDGE 0 /* a packet leaves by the port it came from, exclusive or BRIDGE */
#endif
#ifndef RING_PRIORITY0
#error "the system's `messages` must be rings/priority.h or include it"
#endif
#ifndef OTHERS
#define OTHERS (PRIORITIES - 1)
#endif
#if OTHERS >= PRIORITIES
#error "OTHERS is no priority"
#endif
#include "places.h"

#define FRAME_LONGWORDS 12 /* up to the first of RTP's that are read here */
#define RTP_AT 42          /* bytes: Ethernet, IPv4 without options, UDP */
#define RTP_BYTES 12
#define PRIORITY_MASK (PRIORITIES - 1)

static SIGNAL token_get, token_put;

/* A byte of the frame. */
__intrinsic unsigned byte_at(unsigned handle, unsigned at) {
  __declspec(dram_read_reg) unsigned words[2];
  SIGNAL sig_words;
  unsigned word;
  dram_read(words, (volatile char __dram*)frame_address(handle) + (at & ~7u), 1, sig_done,
            &sig_words);
  wait_for_all(&sig_words);
  word = at & 4 ? words[1] : words[0];
  return word >> (24 - 8 * (at & 3)) & 0xff;
}

/* Behind the fixed header and the CSRCs: of `first`, the first longword of RTP, the count is bits
 * 27:24. */
__intrinsic unsigned behind_sources(unsigned first) {
  return RTP_AT + RTP_BYTES + (first >> 24 & 15) * 4;
}

/* The priority in an RTP packet. `end`: bytes of the packet. */
__intrinsic unsigned priority_in(unsigned handle, unsigned first, unsigned end) {
  unsigned at = behind_sources(first);
  if (PRIORITY_FROM == FROM_MARKER) return first & 0x00800000 ? 0 : 1;
  if (PRIORITY_FROM == FROM_PAYLOAD_TYPE) return first >> 16 & PRIORITY_MASK;
  if (first & 0x10000000) { /* an extension: two bytes of the profile's, two of its longwords */
    unsigned longwords;
    if (at + 4 > end) return OTHERS;
    longwords = byte_at(handle, at + 2) << 8 | byte_at(handle, at + 3);
    if (PRIORITY_FROM == FROM_EXTENSION)
      return longwords != 0 && at + 8 <= end ? byte_at(handle, at + 7) & PRIORITY_MASK : OTHERS;
    at += 4 + longwords * 4;
  } else if (PRIORITY_FROM == FROM_EXTENSION) {
    return OTHERS;
  }
  return at < end ? byte_at(handle, at) & PRIORITY_MASK : OTHERS;
}

/* Priority of any frame. */
__intrinsic unsigned priority_of(unsigned handle, unsigned bytes) {
  __declspec(dram_read_reg) unsigned frame[FRAME_LONGWORDS];
  SIGNAL sig_frame;
  unsigned first, end;
  dram_read(frame, frame_address(handle), FRAME_LONGWORDS / 2, sig_done, &sig_frame);
  wait_for_all(&sig_frame);
  if (frame[3] >> 16 != 0x0800 || (frame[3] >> 8 & 0xff) != 0x45 || (frame[5] & 0xff) != 17 ||
      (frame[5] >> 16 & 0x1fff) != 0)
    return OTHERS;
  end = 14 + (frame[4] >> 16);
  if (end > bytes || end < RTP_AT + RTP_BYTES) return OTHERS;
  first = frame[10] << 16 | frame[11] >> 16;
  if (first >> 30 != 2) return OTHERS; /* RTP's version */
  return priority_in(handle, first, end);
}

/* Hands a packet on when it is our turn. */
__intrinsic void sort(unsigned handle, unsigned info) {
  unsigned priority = priority_of(handle, FIELD_GET(PACKET_BYTES, info));
  info &= ~FIELD_PUT(PACKET_FLOW, FIELD_MAX(PACKET_FLOW));
  info ^= FIELD_PUT(PACKET_FLOW, priority) | FIELD_PUT(PACKET_PORT, BRIDGE);
  prepare_place(handle, info);
  wait_for_all(&token_put);
  if (!take_place(priority)) {
    pass_token(&token_put);
    count_drop(COUNT_PRIORITY0_FULL + priority * 4);
    sram_enqueue(free_buffers(handle));
    return;
  }
  put_in_place(priority, handle, info);
  pass_token(&token_put);
  ring_bell();
}

main() {
  __declspec(sram_read_reg) message_t message;
  SIGNAL sig_message;

  if (__ctx() == 0) {
    make_places();
    first_token(&token_get);
    first_token(&token_put);
  }
  for (;;) {
    wait_for_all(&token_get);
    scratch_get_ring(&message, scratch_ring(RING_IN), 2, sig_done, &sig_message);
    wait_for_all(&sig_message);
    if (message.handle != 0) {
      pass_token(&token_get);
      sort(message.handle, message.port_bytes);
      continue;
    }
#ifdef BELL
    if (__ctx() == 0) wait_for_all(&BELL);
#else
    pause();
#endif
    pass_token(&token_get);
    wait_for_all(&token_put);
    pass_token(&token_put);
  }
}

/* rx: takes mpackets out of RBUF, gathers them into buffers, hands whole frames on. rx.uc in C.
 *
 * Eight contexts work in a fixed order, 0 to 7 and round again. Three tokens (signals passed to the
 * next context) preserve the order of arrival in these steps:
 *   token_list   joining the receive freelist, so that context n gets the mpacket before n+1
 *   token_state  the reassembly state of the ports
 *   token_put    putting frames on their ring
 * Between the tokens contexts overlap, which hides the latency of RBUF-to-DRAM moves.
 *
 * Invariant: each context owns one free buffer, taken from the freelist ahead of time. A frame
 * that starts takes it; the next one is requested at once and is there before the next mpacket. */
#include "../common/mpackets.h"

#ifndef ELEMENT_BYTES
#define ELEMENT_BYTES 64 /* `element_bytes` of the system's [msf] */
#endif
/* The most that one command moves. */
#define BURST_BYTES (ELEMENT_BYTES < 128 ? ELEMENT_BYTES : 128)

#ifndef WAKES_BY_PORT
#define WAKES_BY_PORT 0 /* 1: the bell of context n is for the frames of port n */
#endif

#ifdef CLASSIFY /* for packet schedulers: one ring for all ports, and messages say the flow */
#if !defined(RING_RX) || !defined(PACKET_FLOW)
#error "the system's `messages` must define RING_RX, the ring that rx fills, and the field PACKET_FLOW"
#elif FIELD_LONGWORD(PACKET_FLOW) != 1
#error "PACKET_FLOW must be in longword 1 of the message"
#endif
#ifndef FLOW_FIRST
#define FLOW_FIRST 1 /* the number in a frame of flow 0 */
#endif
#elif defined(ONE_RING) /* one ring for all ports */
#ifndef RING_RX
#error "the system's `messages` must define RING_RX, the ring that rx fills"
#endif
#elif !defined(RING_RX_PORT0) || !defined(RING_RX_PORT3)
#error "the system's `messages` must define RING_RX_PORT0 to RING_RX_PORT3, the rings that rx fills"
#endif

/* State of the frame that a port is receiving. A frame of one mpacket never touches it. */
typedef struct {
  unsigned handle; /* 0: discard until its end */
  unsigned bytes;  /* gathered so far */
} gathering_t;
static __declspec(shared local_mem) gathering_t gathering[4];

static SIGNAL token_state;

__intrinsic unsigned bytes(void) {
  return ELEMENT_BYTES < 256 ? rsw[0] >> 16 & 0xff : ((rsw[0] >> 16) - 1 & 0xff) + 1;
}
__intrinsic unsigned port(void) { return rsw[0] & 3; }

/* RBUF to a buffer, a whole element or its first half; waits until it is there. */
__intrinsic void move_element(volatile void __dram *to) {
  SIGNAL sig_moved, sig_rest;
  unsigned from = msf_buffer_data | element() * ELEMENT_BYTES;
  dram_rbuf_read(to, from, BURST_BYTES / 8, sig_done, &sig_moved);
  if (ELEMENT_BYTES > BURST_BYTES && bytes() > BURST_BYTES) {
    dram_rbuf_read((volatile char __dram *)to + BURST_BYTES, from + BURST_BYTES, BURST_BYTES / 8,
                   sig_done, &sig_rest);
    wait_for_all(&sig_moved, &sig_rest);
  } else {
    wait_for_all(&sig_moved);
  }
}

#ifdef CLASSIFY
/* The flow of a frame, where messages have it, from the source address that generated frames have
   (rings/flow.h); the largest for anything else. */
__intrinsic unsigned flow_bits(unsigned handle) {
  __declspec(dram_read_reg) unsigned words[2]; /* bytes 24 to 31 of the frame */
  SIGNAL sig_words;
  unsigned flow;
  dram_read(words, (volatile char __dram *)frame_address(handle) + 24, 1, sig_done, &sig_words);
  wait_for_all(&sig_words);
  flow = (words[1] >> 16) - FLOW_FIRST;
  return flow > FIELD_MAX(PACKET_FLOW) ? FIELD_PUT(PACKET_FLOW, FIELD_MAX(PACKET_FLOW))
                                       : FIELD_PUT(PACKET_FLOW, flow);
}
#else
__intrinsic unsigned flow_bits(unsigned handle) { return 0; }
#endif
#if defined(CLASSIFY) || defined(ONE_RING)
__intrinsic unsigned ring(void) { return RING_RX; }
__intrinsic int ring_full(void) { return RING_FULL(RING_RX); }
#else
__intrinsic unsigned ring(void) { return RING_RX_PORT0 + port(); }
/* Each ring has an input state of its own. */
__intrinsic int ring_full(void) {
  if (port() & 2) return port() & 1 ? RING_FULL(RING_RX_PORT3) : RING_FULL(RING_RX_PORT2);
  return port() & 1 ? RING_FULL(RING_RX_PORT1) : RING_FULL(RING_RX_PORT0);
}
#endif

/* Hands a frame on when it is our turn. */
__intrinsic void send(unsigned handle, unsigned length) {
  __declspec(sram_write_reg) message_t message;
  SIGNAL sig_put;
  message.handle = handle;
  message.port_bytes = flow_bits(handle) | FIELD_PUT(PACKET_PORT, port()) | length;
  wait_for_all(&token_put);
  if (ring_full()) goto drop;
  scratch_put_ring(&message, scratch_ring(ring()), 2, sig_done, &sig_put);
  pass_token(&token_put);
  wait_for_all(&sig_put);
  ring_bell_of(WAKES_BY_PORT ? port() : 0);
  return;

drop:
  pass_token(&token_put);
  count_drop(COUNT_RX_RING_FULL);
  sram_enqueue(free_buffers(handle));
}

/* A frame in one mpacket; returns its buffer, or 0 when there is none. token_state is held and our
   buffer is there. */
__intrinsic unsigned whole_frame(void) {
  unsigned handle = buffer;
  pass_token(&token_state);
  request_buffer();
  if (handle == 0) {
    count_drop(COUNT_NO_BUFFER);
    free_element();
    return 0;
  }
  move_element(frame_address(handle));
  free_element();
  return handle;
}

/* Whether the mpacket that came for `frame` is worth keeping; if not, the frame is discarded. */
__intrinsic int good(gathering_t __declspec(local_mem) *frame) {
  unsigned wrong;
  if (frame->handle == 0) return 0;
  if (rsw[0] & RSW_ERRORS)
    wrong = COUNT_RX_ERROR;
  else if (frame->bytes > FRAME_BYTES_MAX)
    wrong = COUNT_OVERSIZE;
  else
    return 1;
  count_drop(wrong);
  sram_enqueue(free_buffers(frame->handle));
  frame->handle = 0; /* until its end */
  return 0;
}

/* One mpacket of several, or one with an error. Returns the buffer of a frame that is complete,
   and its length. token_state is held and our buffer is there. */
__intrinsic unsigned part_of_frame(unsigned *length) {
  gathering_t __declspec(local_mem) *frame = &gathering[port()];
  unsigned handle, before;
  if (rsw[0] & RSW_SOP) {
    frame->handle = buffer;
    frame->bytes = 0;
    if (buffer == 0) count_drop(COUNT_NO_BUFFER);
    request_buffer();
  } else {
    keep_buffer();
  }
  before = frame->bytes;
  *length = before + bytes();
  frame->bytes = *length;
  handle = frame->handle;
  if (good(frame)) {
    pass_token(&token_state);
    move_element((volatile char __dram *)frame_address(handle) + before);
    if (!(rsw[0] & RSW_EOP)) handle = 0;
  } else {
    pass_token(&token_state);
    handle = 0;
  }
  free_element();
  return handle;
}

main() {
  unsigned entry = freelist_entry();
  request_buffer();
  if (__ctx() == 0) {
    first_token(&token_list);
    first_token(&token_state);
    first_token(&token_put);
  }
  for (;;) {
    unsigned handle, length = 0;
    join_freelist_in_turn(entry);
    wait_for_all(&sig_rsw, &token_state, &sig_buffer);
    __implicit_read(&rsw);
    if (is_whole()) {
      handle = whole_frame();
      length = bytes();
    } else if (rsw[0] & RSW_NULL) { /* no element: only the turn passes on */
      keep_buffer();
      pass_token(&token_state);
      handle = 0;
    } else {
      handle = part_of_frame(&length);
    }
    if (handle != 0)
      send(handle, length);
    else
      skip_turn();
  }
}

/* tdp_input: input of a router with time-driven priority. Derives for each packet the time frame
 * (TF) in which the neighbour sent it, its output, and the TF in which it leaves.
 *
 * Two bits of the DS field identify the neighbour's TF: its parity, and a bit that changes with
 * every time cycle (TC). An input stores the last TF and TC that it received. If the parity
 * changes, the neighbour's next TF has begun. If the bit of the TC changes, the first TF of a TC
 * has begun, or by the parity its second, and no packet of the first was received. An input drops
 * timed packets until it has observed the begin of a TC; then it is in step. A packet that was sent
 * in TF t leaves in TF t + d; d is DELAY, or the route's own. Padding, which keeps inputs in step
 * on idle links, ends here.
 *
 * Packets from ports EDGE_PORTS (bit n is port n) have no TF yet and go to tdp_edge. Those to the
 * UDP port of padding stay best effort: with a TF, the neighbour would take them for padding. Marks
 * by others are cleared.
 *
 * Context n serves port n, one packet after the other, so that the order is kept and TF and TC are
 * the context's own variables. At 100 Mbit/s the shortest frames come every 4032 cycles; a packet
 * takes about 1500. */
#include "../systems/blocks.h"

#include "../common/lateness.h"
#include "../common/wake.h"
#include "../ipv4_forward/ipv4_hop.h"

#if !defined(RING_OUT) || !defined(RING_EDGE) || !defined(PACKET_FRAME)
#error "the system's `messages` must define RING_OUT, RING_EDGE, PACKET_FRAME (rings/tdp.h)"
#endif
/* Maximum of a random time before each packet, in ticks, to emulate the service of a host. */
#ifndef SERVICE
#define SERVICE 0
#endif
#define PORTS 4
#ifndef EDGE_PORTS
#define EDGE_PORTS 0
#endif
#ifndef DELAY
#define DELAY 3
#endif

/* First longword of a next hop (tools/make-fib). */
#define HOP_PORT(word) ((word) & 0x1f)
#define HOP_DELAY(word) ((word) >> 8)

__declspec(visible) SIGNAL input_wake;
#ifdef OUTPUT_ME
extern __declspec(remote) SIGNAL output_wake;
#endif
#ifdef EDGE_ME
extern __declspec(remote) SIGNAL edge_wake;
#endif

/* Of the current packet. */
static unsigned codepoint;
static unsigned when; /* PACKET_TIMED and PACKET_FRAME of its message */

/* State of the input. */
enum { NOTHING_SEEN, SEEN, IN_STEP };
static unsigned step;
static unsigned frame, cycle; /* last TF, last DS_CYCLE */

__intrinsic unsigned is_udp_to(unsigned port) {
  return (header[5] & 0xff) == 17 && header[9] >> 16 == port;
}

/* With JOINS, notifies tdp_clock of the neighbour's frame. */
__intrinsic void tell_clock(void) {
#ifdef JOINS
  __declspec(sram_write_reg) unsigned join;
  SIGNAL sig_put;
  join = FIELD_PUT(JOIN_VALID, 1u) | FIELD_PUT(JOIN_CYCLE, cycle != 0) | frame;
  scratch_put_ring(&join, scratch_ring(RING_JOIN), 1, sig_done, &sig_put);
  wait_for_all(&sig_put);
#endif
}

/* A timed packet has come: which TF the neighbour is in. */
__intrinsic void follow(void) {
  unsigned now_cycle = codepoint & DS_CYCLE, parity = (codepoint & DS_PARITY) != 0;
  if (step == NOTHING_SEEN) {
    step = SEEN;
    cycle = now_cycle;
  } else if (now_cycle != cycle) {
    cycle = now_cycle;
    frame = parity;
    if (step != IN_STEP) tell_clock();
    step = IN_STEP;
  } else if (parity != (frame & 1)) {
    frame = frame + 1 == FRAMES ? 0 : frame + 1;
  }
}

/* The DS codepoint with which it leaves, DELAY TFs later; sets `when`. */
__intrinsic unsigned leave(unsigned delay) {
  unsigned out = frame + delay, out_cycle = cycle;
  if (out >= FRAMES) {
    out -= FRAMES;
    out_cycle ^= DS_CYCLE;
  }
  when = FIELD_PUT(PACKET_TIMED, 1u) | FIELD_PUT(PACKET_FRAME, out);
  return DS_TIMED | (out & 1 ? DS_PARITY : 0) | out_cycle;
}

__intrinsic void drop(unsigned handle, unsigned counter) {
  count_drop(counter);
  sram_enqueue(free_buffers(handle));
}

__intrinsic void to_edge(unsigned handle, unsigned port_bytes) {
  __declspec(sram_write_reg) unsigned message[3];
  SIGNAL sig_put;
  if (RING_FULL(RING_EDGE)) {
    drop(handle, COUNT_TX_RING_FULL);
    return;
  }
  message[0] = handle;
  message[1] = port_bytes;
  message[2] = header[7] << 16 | header[8] >> 16;
  scratch_put_ring(message, scratch_ring(RING_EDGE), 3, sig_done, &sig_put);
  wait_for_all(&sig_put);
#ifdef EDGE_ME
  WAKE(edge_wake, 1, EDGE_ME);
#endif
}

__intrinsic void to_output(unsigned handle, unsigned port_bytes) {
  __declspec(sram_write_reg) message_t message;
  SIGNAL sig_put;
  if (RING_FULL(RING_OUT)) {
    drop(handle, COUNT_TX_RING_FULL);
    return;
  }
  message.handle = handle;
  message.port_bytes = port_bytes | when;
  scratch_put_ring(&message, scratch_ring(RING_OUT), 2, sig_done, &sig_put);
  wait_for_all(&sig_put);
#ifdef OUTPUT_ME
  WAKE(output_wake, 1, OUTPUT_ME);
#endif
}

__intrinsic void take(unsigned handle, unsigned length, unsigned entered_here) {
  __declspec(sram_read_reg) hop_t hop;
  volatile void __dram *frame_in = frame_address(handle);
  SIGNAL sig_header, sig_hop;
  unsigned wrong, hop_address, ds, port_bytes, timed = 0;

  dram_read(header, frame_in, HEADER_LONGWORDS / 2, sig_done, &sig_header);
  wait_for_all(&sig_header);
  wrong = check(length);
  codepoint = header[3] >> 2 & 0x3f;
  ds = codepoint;
  when = 0;
  if ((codepoint & DS_TIMED_MASK) == DS_TIMED && wrong == 0) {
    if (entered_here) {
      ds = 0;
    } else {
      follow();
      timed = 1;
      if (is_udp_to(PADDING_PORT))
        wrong = COUNT_PADDING;
      else if (step != IN_STEP)
        wrong = COUNT_NOT_IN_STEP;
    }
  }
  if (wrong == 0) {
    hop_address = lookup(looked_up(header[7] << 16 | header[8] >> 16));
    if (hop_address == 0) wrong = COUNT_NO_ROUTE;
  }
  if (wrong != 0) {
    drop(handle, wrong);
    return;
  }
  sram_read(&hop, (volatile void __sram *)hop_address, 4, ctx_swap, &sig_hop);
  if (timed) ds = leave(HOP_DELAY(hop.port) != 0 ? HOP_DELAY(hop.port) : DELAY);
  rewrite_as(frame_in, &hop, (header[3] & ~0xfcu) | ds << 2, &sig_header);
  port_bytes = FIELD_PUT(PACKET_PORT, HOP_PORT(hop.port)) | length;
  wait_for_all(&sig_header);
  if (entered_here && !is_udp_to(PADDING_PORT))
    to_edge(handle, port_bytes);
  else
    to_output(handle, port_bytes);
}

#define GET(n)                                                                                     \
  scratch_get_ring(message, scratch_ring(RING_RX_PORT0 + (n)), 2, sig_done, sig_message)
/* The next message of a port. Ring numbers are constants, so that `ixpemu check` sees the reader of
 * each ring. */
__intrinsic void get(__declspec(sram_read_reg) message_t *message, unsigned port,
                     SIGNAL *sig_message) {
  if (port & 2) {
    if (port & 1)
      GET(3);
    else
      GET(2);
  } else if (port & 1) {
    GET(1);
  } else {
    GET(0);
  }
  wait_for_all(sig_message);
}

main() {
  __declspec(sram_read_reg) message_t message;
  SIGNAL sig_message;
  unsigned port = __ctx(), entered_here = EDGE_PORTS >> port & 1;

  if (port >= PORTS) return;
  step = NOTHING_SEEN;
  frame = 0;
  cycle = 0;
  for (;;) {
    get(&message, port, &sig_message);
    if (message.handle != 0) {
      if (SERVICE) be_late(SERVICE);
      take(message.handle, FIELD_GET(PACKET_BYTES, message.port_bytes), entered_here);
    } else {
      wait_for_all(&input_wake);
    }
  }
}

/* tdp_edge: gives packets that enter the network their time frames (TF).
 *
 * Flows with a reservation, identified by their destination, are held one by one; a packet goes to
 * the output one TF before its reserved one. Reservation: for each TF of the super cycle (FRAMES x
 * CYCLES) the number of packets of each flow that are sent in it. A flow above its reservation
 * waits; at most HOLD packets wait, further ones are dropped. Packets of other flows are best
 * effort.
 *
 *   context 0  with each tick of the clock, forwards the packets that leave in the next TF
 *   context 1  takes packets in */
#include "../systems/blocks.h"

#include "../common/wake.h"
#include <ixp_cam.h>

#if !defined(RING_EDGE) || !defined(RING_TICK_EDGE) || !defined(RING_OUT)
#error "the system's `messages` must define RING_EDGE, RING_TICK_EDGE, RING_OUT (rings/tdp.h)"
#endif
#ifndef HOLD
#define HOLD 4
#endif
#if HOLD & (HOLD - 1) || RESERVED_FLOWS * HOLD > 256
#error "HOLD must be a power of two, at most 16"
#endif

#define IS_FLOW 1 /* state of an entry of the CAM */

__declspec(visible) SIGNAL edge_tick, edge_wake;
#ifdef OUTPUT_ME
extern __declspec(remote) SIGNAL output_wake;
#endif
static SIGNAL begin;

typedef struct {
  unsigned handle, port_bytes;
} held_t;
static __declspec(shared local_mem) held_t held[RESERVED_FLOWS * HOLD];
typedef struct {
  unsigned came, gone; /* packets */
} flow_t;
static __declspec(shared local_mem) flow_t flows[RESERVED_FLOWS];

/* With LISTEN (tdp_clock) nothing is held before time has begun here: a flow that uses its whole
 * reservation would never catch up. */
#ifndef LISTEN
#define LISTEN 0
#endif
static __declspec(shared gp_reg) unsigned has_begun;

__intrinsic void set_up(void) {
  unsigned n;
  cam_clear();
  for (n = 0; n < RESERVED_FLOWS; ++n) {
    __declspec(sram_read_reg) unsigned destination;
    SIGNAL sig_destination;
    sram_read(&destination, (volatile unsigned __sram *)RESERVED_FLOWS_BASE + n, 1, sig_done,
              &sig_destination);
    wait_for_all(&sig_destination);
    if (destination != 0)
      cam_write(n, destination, IS_FLOW);
    else
      cam_write(n, n, 0); /* tags must differ */
    flows[n].came = 0;
    flows[n].gone = 0;
  }
  if (LISTEN) has_begun = 0;
  signal_same_ME(__signal_number(&begin), 1);
}

__intrinsic void to_output(unsigned handle, unsigned port_bytes) {
  __declspec(sram_write_reg) message_t message;
  SIGNAL sig_put;
  if (RING_FULL(RING_OUT)) {
    count_drop(COUNT_TX_RING_FULL);
    sram_enqueue(free_buffers(handle));
    return;
  }
  message.handle = handle;
  message.port_bytes = port_bytes;
  scratch_put_ring(&message, scratch_ring(RING_OUT), 2, sig_done, &sig_put);
  wait_for_all(&sig_put);
#ifdef OUTPUT_ME
  WAKE(output_wake, 1, OUTPUT_ME);
#endif
}

/* Writes a DS codepoint into the frame (its bytes 8 to 31: longwords 2 to 7) and updates
 * the checksum (RFC 1624). */
__intrinsic void mark(unsigned handle, unsigned codepoint) {
  __declspec(dram_read_reg) unsigned in[6];
  __declspec(dram_write_reg) unsigned out[6];
  SIGNAL sig_in, sig_out;
  volatile char __dram *at = (volatile char __dram *)frame_address(handle) + 8;
  unsigned word, sum;
  dram_read(in, at, 3, sig_done, &sig_in);
  wait_for_all(&sig_in);
  word = (in[1] & ~0xfcu) | codepoint << 2;
  sum = (in[4] >> 16) + (in[1] & 0xffff) + (~word & 0xffff);
  sum = (sum >> 16) + (sum & 0xffff);
  sum += (sum + 1) >> 16;
  out[0] = in[0];
  out[1] = word;
  out[2] = in[2];
  out[3] = in[3];
  out[4] = sum << 16 | (in[4] & 0xffff);
  out[5] = in[5];
  dram_write(out, at, 3, sig_done, &sig_out);
  wait_for_all(&sig_out);
}

__intrinsic void send_one(unsigned n, unsigned frame, unsigned codepoint) {
  unsigned place = n * HOLD + (flows[n].gone & (HOLD - 1));
  unsigned handle = held[place].handle, port_bytes = held[place].port_bytes;
  flows[n].gone += 1;
  mark(handle, codepoint);
  to_output(handle, port_bytes | FIELD_PUT(PACKET_TIMED, 1u) | FIELD_PUT(PACKET_FRAME, frame));
}

/* Sends the packets that leave in a TF. */
__intrinsic void send_slots(unsigned frame, unsigned cycle) {
  __declspec(sram_read_reg) unsigned counts;
  SIGNAL sig_counts;
  unsigned slots, n;
  unsigned codepoint = DS_TIMED | (frame & 1 ? DS_PARITY : 0) | (cycle & 1 ? DS_CYCLE : 0);
  sram_read(&counts,
            (volatile unsigned __sram *)RESERVED_SLOTS_BASE + (CYCLES > 1 ? cycle * FRAMES : 0) +
                frame,
            1, sig_done, &sig_counts);
  wait_for_all(&sig_counts);
  for (slots = counts, n = 0; slots != 0; slots >>= 2, ++n) {
    unsigned count;
    for (count = slots & 3; count != 0 && flows[n].gone != flows[n].came; --count)
      send_one(n, frame, codepoint);
  }
}

__intrinsic void follow_time(void) {
  for (;;) {
    __declspec(sram_read_reg) unsigned tick[2];
    SIGNAL sig_tick;
    unsigned frame, cycle;
    scratch_get_ring(tick, scratch_ring(RING_TICK_EDGE), 2, sig_done, &sig_tick);
    wait_for_all(&sig_tick);
    if (tick[0] == 0) {
      wait_for_all(&edge_tick);
      continue;
    }
    if (LISTEN) has_begun = 1;
    frame = FIELD_GET(TICK_FRAME, tick[0]) + 1;
    cycle = FIELD_GET(TICK_CYCLE, tick[0]);
    if (frame == FRAMES) {
      frame = 0;
      cycle = cycle + 1 == (CYCLES > 1 ? CYCLES : 2) ? 0 : cycle + 1;
    }
    send_slots(frame, cycle);
  }
}

__intrinsic void take(unsigned handle, unsigned port_bytes, unsigned destination) {
  cam_lookup_t found = cam_lookup(destination);
  unsigned n = found.entry_num, place;
  if (!found.hit || found.state != IS_FLOW) {
    to_output(handle, port_bytes);
    return;
  }
  if ((LISTEN && !has_begun) || flows[n].came - flows[n].gone == HOLD) {
    count_drop(LISTEN && !has_begun ? COUNT_NOT_IN_STEP : COUNT_OVER_RESERVED);
    sram_enqueue(free_buffers(handle));
    return;
  }
  place = n * HOLD + (flows[n].came & (HOLD - 1));
  held[place].handle = handle;
  held[place].port_bytes = port_bytes;
  flows[n].came += 1;
}

__intrinsic void take_all(void) {
  for (;;) {
    __declspec(sram_read_reg) unsigned message[3];
    SIGNAL sig_message;
    scratch_get_ring(message, scratch_ring(RING_EDGE), 3, sig_done, &sig_message);
    wait_for_all(&sig_message);
    if (message[0] != 0)
      take(message[0], message[1], message[2]);
    else
      wait_for_all(&edge_wake);
  }
}

main() {
  if (__ctx() == 0) {
    set_up();
    follow_time();
  } else if (__ctx() == 1) {
    wait_for_all(&begin);
    take_all();
  }
}

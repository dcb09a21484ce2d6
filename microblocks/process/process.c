/* process: packet processing of the scheduling systems. IPv4 forwarding with its new Ethernet
 * header as ipv4_forward does it, then as much more work as the frame prescribes (rings/flow.h).
 *
 * A packet is to execute work * WORK_UNIT cycles in total. Only the context's execution counts: it
 * is measured with PROFILE_COUNT in segments from one swap to the next, and the segments are added
 * up (`executed`). After forwarding, the remaining cycles are spent in a loop that reads
 * PROFILE_COUNT itself, so it needs no calibration of its own. Every SEGMENT cycles it lets the
 * other contexts run. The number of executed cycles is reported to the scheduler on SR-3.
 *
 * With RESIZES the packet leaves with the part of its payload given in its frame (rings/flow.h):
 * its lengths and the checksum are adapted.
 *
 * Contexts take packets as they get free, so packets of a flow may overtake each other here. No
 * packet is dropped for want of room: a context waits while SR-4 is full, and then so does the
 * scheduler. */
#include "../systems/blocks.h"

#include "../../rings/flow.h"
#include "../../rings/pcfq.h"

#ifndef WORK_UNIT
#define WORK_UNIT 1 /* cycles that one unit of work in a frame means */
#endif
#ifndef SEGMENT
#define SEGMENT 1024 /* cycles of work before other contexts run, under 32768 */
#endif
/* 1: work is waited for instead of executed. It takes as long where a microengine processes with one
   context and is emulated several times faster. */
#ifndef WORK_SLEEPS
#define WORK_SLEEPS 0
#endif
#ifndef RING
#define RING SR_2 /* where packets come from */
#endif
#ifndef RING_AFTER
#define RING_AFTER SR_4 /* where they go */
#endif
#ifndef WORKS
#define WORKS 1 /* 0: forwarding alone, of packets that need no processing; no report */
#endif
#ifndef REPORTS
#define REPORTS WORKS /* 0: a later stage of processing, of packets that the first one reported */
#endif
#ifndef RESIZES
#define RESIZES 0
#endif

/* Cycles between the last look at PROFILE_COUNT and the end, and before the first: not measured.
   When work sleeps also a unit of the timer, which the sleep then takes in any case. */
#define UNMEASURED_CYCLES (WORK_SLEEPS ? 56 : 40)

static unsigned executed;      /* cycles in segments that have ended */
static unsigned segment_began; /* PROFILE_COUNT */

__intrinsic void end_segment(void) { executed += profile_count_stop(segment_began); }
__intrinsic void begin_segment(void) { segment_began = profile_count_start(); }
#define SWAP(command)                                                                              \
  do {                                                                                             \
    end_segment();                                                                                 \
    command;                                                                                       \
    begin_segment();                                                                               \
  } while (0)

#include "../ipv4_forward/ipv4_hop.h"

/* Executes until `cycles` are used up since the packet's begin. */
__intrinsic void work_until(unsigned cycles) {
  if (WORK_SLEEPS) {
    end_segment();
    if (executed < cycles) {
      sleep_units(((cycles - executed) >> 4) + 2);
      executed = cycles;
    }
    begin_segment();
    return;
  }
  for (;;) {
    unsigned now = profile_count_stop(segment_began);
    if (executed + now >= cycles) return;
    if (now >= SEGMENT) SWAP(ctx_wait(voluntary));
  }
}

/* Counter of the packet's error, or 0 when it is ready to leave through *port. */
__intrinsic unsigned forward(unsigned handle, unsigned length, unsigned *port) {
  __declspec(sram_read_reg) hop_t hop;
  volatile void __dram *frame = frame_address(handle);
  SIGNAL sig_header, sig_hop;
  unsigned wrong, hop_address;

  dram_read(header, frame, HEADER_LONGWORDS / 2, sig_done, &sig_header);
  SWAP(wait_for_all(&sig_header));
  wrong = check(length);
  if (wrong != 0) return wrong;
  hop_address = lookup(header[7] << 16 | header[8] >> 16);
  if (hop_address == 0) return COUNT_NO_ROUTE;
  SWAP(sram_read(&hop, (volatile void __sram *)hop_address, 4, ctx_swap, &sig_hop));
  rewrite(frame, &hop, &sig_header);
  SWAP(wait_for_all(&sig_header));
  *port = hop.port;
  return 0;
}

#ifdef REPORT_BEFORE
#define REPORT_LONGWORDS 3
#else
#define REPORT_LONGWORDS 2
#endif

/* Shortens a forwarded frame's payload to the size in the frame; returns its length then. Lengths
   and checksum in the header follow (RFC 1624, on the result of rewrite()). */
__intrinsic unsigned resize(volatile void __dram *frame, unsigned length) {
  __declspec(dram_write_reg) unsigned out[HEADER_LONGWORDS - 4];
  SIGNAL sig_written;
  unsigned percent = header[FLOW_RESIZE_AT / 4] & 0xff, sum;
  if (percent == 0 || length < FLOW_FRAME_BYTES_MIN) return length;
  length = FLOW_FRAME_BYTES_MIN + (length - FLOW_FRAME_BYTES_MIN) * percent / 100;
  /* ~(~checksum + ~before + after), of length and of TTL with protocol */
  sum = (~header[6] >> 16) + (~header[4] >> 16) + (length - FLOW_IP_AT);
  sum += (~header[5] & 0xffff) + ((header[5] - 0x0100) & 0xffff);
  sum = (sum & 0xffff) + (sum >> 16);
  sum = (sum & 0xffff) + (sum >> 16);
  out[0] = (length - FLOW_IP_AT) << 16 | (header[4] & 0xffff);
  out[1] = header[5] - 0x0100;
  out[2] = ~sum << 16 | (header[6] & 0xffff);
  out[3] = header[7];
  out[4] = header[8];
  out[5] = (header[9] & 0xffff0000) | (length - FLOW_UDP_AT);
  SWAP(dram_write(out, (volatile char __dram *)frame + 16, 3, ctx_swap, &sig_written));
  return length;
}

/* Reports to the scheduler. The ring always has space, since the scheduler bounds its packets. */
__intrinsic void report(unsigned flow, unsigned before, unsigned after) {
  __declspec(sram_write_reg) unsigned message[REPORT_LONGWORDS];
  SIGNAL sig_put;
  message[0] = FIELD_PUT(REPORT_VALID, 1u) | FIELD_PUT(REPORT_FLOW, flow);
  message[1] = executed;
#ifdef REPORT_BEFORE
  message[2] = FIELD_PUT(REPORT_BEFORE, before) | FIELD_PUT(REPORT_AFTER, after);
#endif
  scratch_put_ring(message, scratch_ring(SR_3), REPORT_LONGWORDS, sig_done, &sig_put);
  wait_for_all(&sig_put);
}

__intrinsic void hand_on(unsigned handle, unsigned port_bytes) {
  __declspec(sram_write_reg) message_t message;
  SIGNAL sig_put;
  message.handle = handle;
  message.port_bytes = port_bytes;
  while (RING_FULL(RING_AFTER)) {
    ctx_wait(voluntary);
    pause();
  }
  scratch_put_ring(&message, scratch_ring(RING_AFTER), 2, sig_done, &sig_put);
  wait_for_all(&sig_put);
}

main() {
  for (;;) {
    __declspec(sram_read_reg) message_t message;
    SIGNAL sig_message;
    unsigned handle, length, left, flow, port, wrong;

    scratch_get_ring(&message, scratch_ring(RING), 2, sig_done, &sig_message);
    wait_for_all(&sig_message);
    handle = message.handle;
    if (handle == 0) {
      pause();
      continue;
    }
    begin_segment();
    executed = UNMEASURED_CYCLES;
    length = FIELD_GET(PACKET_BYTES, message.port_bytes);
    flow = FIELD_GET(PACKET_FLOW, message.port_bytes);
    wrong = forward(handle, length, &port);
    left = RESIZES && wrong == 0 ? resize(frame_address(handle), length) : length;
    if (WORKS && wrong == 0) work_until((header[FLOW_WORK_AT / 4] >> 16) * WORK_UNIT);
    end_segment();
    if (REPORTS) report(flow, length, wrong == 0 ? left : 0);
    if (wrong == 0) {
      hand_on(handle, FIELD_PUT(PACKET_FLOW, flow) | FIELD_PUT(PACKET_PORT, port) | left);
    } else {
      tell_begun(flow);
      count_drop(wrong);
      sram_enqueue(free_buffers(handle));
    }
  }
}

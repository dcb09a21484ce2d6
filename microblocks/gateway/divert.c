/* divert: one IPv4 router hop for the frames of all ports, and a copy for the control core of each
 * TCP packet of an RTSP port, as it came in.
 *
 * Frames are handed on in the turn in which they arrived (in_turn.h), copies too: the core sees the
 * packets of a connection in the order of arrival. A copy has a buffer of its own: the core's work
 * on it does not affect the packet. Without a buffer or space on RING_COPIES there is no copy,
 * which is counted as a loss; the packet is forwarded. */
#include "../common/in_turn.h"
#include "ipv4_hop.h"

#ifndef RTSP_PORT /* of RTSP servers */
#define RTSP_PORT 554
#endif
#ifndef RTSP_OTHER_PORT
#define RTSP_OTHER_PORT 8554
#endif
#ifndef NO_CORE /* 1: there is no program that takes copies */
#define NO_CORE 0
#endif
#ifndef RING_OUT
#define RING_OUT RING_SHAPER
#endif

#define PROTOCOL_TCP 6

__intrinsic int is_rtsp_port(unsigned port) {
  return port == RTSP_PORT || port == RTSP_OTHER_PORT;
}

/* TCP to or from an RTSP server, by the header that is in `header`; fragments that are not the
   first have no ports. */
__intrinsic int is_rtsp(void) {
  return (header[5] & 0xff) == PROTOCOL_TCP && (header[5] >> 16 & 0x1fff) == 0 &&
         (is_rtsp_port(header[8] & 0xffff) || is_rtsp_port(header[9] >> 16));
}

/* A new buffer with a copy of the frame; 0 if no buffer is free. Only sixteen registers can be read
   from DRAM, so the words pass through `header`, which is restored afterwards. */
static __noinline unsigned copy(unsigned handle, unsigned length) {
  __declspec(sram_read_reg) unsigned buffer;
  __declspec(dram_write_reg) unsigned out[HEADER_LONGWORDS];
  SIGNAL sig_buffer, sig_in, sig_out;
  unsigned at, i;
  sram_dequeue(&buffer, free_buffers(0), sig_done, &sig_buffer);
  wait_for_all(&sig_buffer);
  if (buffer == 0) return 0;
  for (at = 0; at < length; at += HEADER_LONGWORDS * 4) {
    dram_read(header, (volatile char __dram*)frame_address(handle) + at, HEADER_LONGWORDS / 2,
              sig_done, &sig_in);
    wait_for_all(&sig_in);
#pragma unroll
    for (i = 0; i < HEADER_LONGWORDS; ++i)
      out[i] = header[i];
    dram_write(out, (volatile char __dram*)frame_address(buffer) + at, HEADER_LONGWORDS / 2,
               sig_done, &sig_out);
    wait_for_all(&sig_out);
  }
  dram_read(header, frame_address(handle), HEADER_LONGWORDS / 2, sig_done, &sig_in);
  wait_for_all(&sig_in);
  return buffer;
}

/* token_put is held. */
__intrinsic void tell_core(unsigned buffer, unsigned port_bytes) {
  __declspec(sram_write_reg) message_t message;
  SIGNAL sig_put;
  if (buffer == 0 || RING_FULL(RING_COPIES)) {
    scratch_incr((volatile void __scratch*)COPIES_LOST);
    if (buffer != 0) sram_enqueue(free_buffers(buffer));
    return;
  }
  message.handle = buffer;
  message.port_bytes = port_bytes;
  scratch_put_ring(&message, scratch_ring(RING_COPIES), 2, ctx_swap, &sig_put);
  scratch_incr((volatile void __scratch*)COPIES);
  cap_fast_write(0, cap_csr_xscale_int_a);
}

__intrinsic void take(unsigned handle, unsigned port_bytes) {
  __declspec(sram_read_reg) hop_t hop;
  __declspec(sram_write_reg) message_t message;
  volatile void __dram* frame = frame_address(handle);
  SIGNAL sig_header, sig_hop, sig_put;
  unsigned wrong, hop_address, rtsp, copied = 0, length = FIELD_GET(PACKET_BYTES, port_bytes);

  dram_read(header, frame, HEADER_LONGWORDS / 2, sig_done, &sig_header);
  wait_for_all(&sig_header);
  wrong = check(length);
  if (wrong == 0) {
    hop_address = lookup(header[7] << 16 | header[8] >> 16);
    if (hop_address == 0) wrong = COUNT_NO_ROUTE;
  }
  if (wrong != 0) {
    wait_for_all(&token_put);
    drop(handle, wrong);
    return;
  }
  rtsp = !NO_CORE && is_rtsp();
  if (rtsp) copied = copy(handle, length);
  sram_read(&hop, (volatile void __sram*)hop_address, 4, ctx_swap, &sig_hop);
  rewrite(frame, &hop, &sig_header);
  message.handle = handle;
  message.port_bytes = FIELD_PUT(PACKET_PORT, hop.port) | length;
  wait_for_all(&sig_header, &token_put);
  if (rtsp) tell_core(copied, port_bytes);
  if (RING_FULL(RING_OUT)) {
    drop(handle, COUNT_TX_RING_FULL);
    return;
  }
  scratch_put_ring(&message, scratch_ring(RING_OUT), 2, sig_done, &sig_put);
  pass_token(&token_put);
  wait_for_all(&sig_put);
  ring_bell();
}

main() {
  take_in_turn(RING_RX);
}

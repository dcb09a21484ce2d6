/* linecard: classifies packets in an ingress line card before a switch fabric in which short
 * packets interrupt long ones (Li, Liu, Shi, Xu, Wu: Preemptive Packet-Mode Scheduling to Improve
 * TCP Performance, IWQoS 2005): their class, their output, and the part of the frame that cells
 * carry.
 *
 * Short is an IPv4 packet of at most 64 bytes that is UDP, or TCP without data (total length ==
 * length of the IP header + length of the TCP header). A segment with data is never short, so TCP
 * data keeps its order. Everything else is long: also fragments, IPv6, headers that are wrong.
 * fabric/classify.h has the same rule and the reasons.
 *
 * Cells carry the IPv4 packet without the line's overhead; for other frames the Ethernet type and
 * the payload. At most two VLAN tags are skipped. The output is that of the longest matching
 * prefix, else DEFAULT_OUTPUT.
 *
 * Short packets go on a ring, long ones on another. With RING_REQUEST long ones go into a queue for
 * each output, in the SRAM queue array, and the sender of requests is notified of all of them.
 *
 * Frames are handed on in the turn in which they came (in_turn.h): packets of a class keep their
 * order. */
#define HEADER_LONGWORDS 12 /* an IPv4 header without options behind two tags */
#include "../common/in_turn.h"

#include "../ipv4_forward/ipv4_hop.h"

#if !defined(RING_SHORT) || (!defined(RING_LONG) && !defined(RING_REQUEST))
#error                                                                                             \
    "the system's `messages` must define RING_SHORT and RING_LONG, as rings/linecard.h does, or RING_REQUEST"
#endif
#ifndef DEFAULT_OUTPUT
#define DEFAULT_OUTPUT 0
#endif

#define ETHERNET_BYTES 14
#define TAG_BYTES 4
#define TYPE_BYTES 2
#define IP_BYTES_MIN 20
#define TCP_BYTES_MIN 20
#define TYPE_IPV4 0x0800
#define FRAGMENT 0x3fff /* more of them, or an offset */
#define PROTOCOL_TCP 6
#define PROTOCOL_UDP 17

/* Current frame. */
static unsigned at;     /* offset of the payload of cells */
static unsigned length; /* of the payload of cells */
static unsigned is_short;
static unsigned is_ipv4; /* with a destination, which may have a route */
static unsigned destination;

__intrinsic int is_tag(unsigned type) {
  return type == 0x8100 || type == 0x88a8;
}

/* Length of the TCP header of the segment in an IPv4 packet with an IP header of `ip_bytes`. */
__intrinsic unsigned tcp_bytes(volatile void __dram* frame, unsigned ip_bytes) {
  __declspec(dram_read_reg) unsigned words[2];
  SIGNAL sig_words;
  unsigned where = at + ip_bytes + 12;
  if (where == ETHERNET_BYTES + IP_BYTES_MIN + 12)
    return header[11] >> (12 - 2) & 0x3c; /* bits 15 to 12 */
  dram_read(words, (volatile char __dram*)frame + (where & ~7), 1, sig_done, &sig_words);
  wait_for_all(&sig_words);
  /* byte 2 of a longword, the first of an even number of bytes that Ethernet is off */
  return (where & 4 ? words[1] : words[0]) >> (12 - 2) & 0x3c;
}

/* Classifies an IPv4 packet by longwords of its header: version to type of service, total length,
   fragment to protocol. */
__intrinsic void classify(volatile void __dram* frame, unsigned version, unsigned total,
                          unsigned fragment) {
  unsigned ip_bytes = version << 2 & 0x3c, protocol = fragment & 0xff;
  if (total > CELL_BYTES || ip_bytes < IP_BYTES_MIN || (fragment >> 16 & FRAGMENT) != 0) return;
  if (protocol == PROTOCOL_UDP) {
    is_short = 1;
  } else if (protocol == PROTOCOL_TCP) {
    unsigned tcp = tcp_bytes(frame, ip_bytes);
    is_short = tcp >= TCP_BYTES_MIN && total == ip_bytes + tcp;
  }
}

/* Parses a frame with an IPv4 header, if any, that begins in the middle of header[n]. */
#define PARSE(n)                                                                                   \
  do {                                                                                             \
    at = ETHERNET_BYTES + ((n) - 3) * TAG_BYTES;                                                   \
    if (header[n] >> 16 == TYPE_IPV4 && bytes >= at + IP_BYTES_MIN &&                              \
        (header[n] >> 12 & 0xf) == 4) {                                                            \
      unsigned total = header[(n) + 1] >> 16;                                                      \
      if (total >= IP_BYTES_MIN) {                                                                 \
        length = total;                                                                            \
        is_ipv4 = 1;                                                                               \
        destination = header[(n) + 4] << 16 | header[(n) + 5] >> 16;                               \
        classify(frame, header[n] >> 8, total, header[(n) + 2]);                                   \
        return bytes >= at + total;                                                                \
      }                                                                                            \
    }                                                                                              \
  } while (0)

/* Parses the frame with its first longwords in `header`; 0 if its packet is
 * incomplete. */
__intrinsic int look(volatile void __dram* frame, unsigned bytes) {
  is_short = 0;
  is_ipv4 = 0;
  if (!is_tag(header[3] >> 16))
    PARSE(3);
  else if (!is_tag(header[4] >> 16))
    PARSE(4);
  else
    PARSE(5);
  at -= TYPE_BYTES;
  length = bytes - at;
  return bytes > at + TYPE_BYTES;
}

/* The output of the fabric. */
__intrinsic unsigned output(void) {
  __declspec(sram_read_reg) unsigned port;
  SIGNAL sig_port;
  unsigned hop = is_ipv4 ? lookup(destination) : 0;
  if (hop == 0) return DEFAULT_OUTPUT;
  sram_read(&port, (volatile void __sram*)hop, 1, ctx_swap, &sig_port);
  return port;
}

__intrinsic void put_short(__declspec(sram_write_reg) message_t* message, SIGNAL* sig_put) {
  scratch_put_ring(message, scratch_ring(RING_SHORT), 2, sig_done, sig_put);
}
#ifdef RING_REQUEST
/* Writes the data needed by the block that takes the packet out of its queue. */
__intrinsic void prepare(unsigned handle, __declspec(sram_write_reg) message_t* message) {
  SIGNAL sig_written;
  unsigned descriptor = (handle & 0xffffff) << 2;
  sram_write(&message->port_bytes, (volatile void __sram*)(descriptor + 4 * DESCRIPTOR_LONGWORD), 1,
             sig_done, &sig_written);
  wait_for_all(&sig_written);
}
__intrinsic int full(void) {
  return RING_FULL(RING_REQUEST) || (is_short && RING_FULL(RING_SHORT));
}
/* The packet, and then the request for it: commands of a microengine reach a unit in order, and a
   grant is a thousand cycles away. token_put is held. */
__intrinsic void put(unsigned handle, __declspec(sram_write_reg) message_t* message,
                     unsigned output) {
  __declspec(sram_write_reg) unsigned request;
  SIGNAL sig_put, sig_request;
  request = FIELD_PUT(REQUEST_VALID, 1u) |
            FIELD_PUT(REQUEST_CLASS, is_short ? CLASS_SHORT : CLASS_LONG) |
            FIELD_PUT(REQUEST_OUTPUT, output) | (length - 1) / CELL_BYTES;
  if (is_short)
    put_short(message, &sig_put);
  else
    sram_enqueue(sram_queue(0, QUEUE_ENTRY + output, handle & 0xffffff));
  scratch_put_ring(&request, scratch_ring(RING_REQUEST), 1, sig_done, &sig_request);
  pass_token(&token_put);
  if (is_short) wait_for_all(&sig_put);
  wait_for_all(&sig_request);
}
#else
#define prepare(handle, message) ((void)0)
__intrinsic int full(void) {
  return is_short ? RING_FULL(RING_SHORT) : RING_FULL(RING_LONG);
}
__intrinsic void put_long(__declspec(sram_write_reg) message_t* message, SIGNAL* sig_put) {
  scratch_put_ring(message, scratch_ring(RING_LONG), 2, sig_done, sig_put);
}
__intrinsic void put(unsigned handle, __declspec(sram_write_reg) message_t* message,
                     unsigned output) {
  SIGNAL sig_put;
  if (is_short)
    put_short(message, &sig_put);
  else
    put_long(message, &sig_put);
  pass_token(&token_put);
  wait_for_all(&sig_put);
}
#endif

__intrinsic void take(unsigned handle, unsigned port_bytes) {
  __declspec(sram_write_reg) message_t message;
  volatile void __dram* frame = frame_address(handle);
  unsigned to, bytes = FIELD_GET(PACKET_BYTES, port_bytes);
  SIGNAL sig_header;

  dram_read(header, frame, HEADER_LONGWORDS / 2, sig_done, &sig_header);
  wait_for_all(&sig_header);
  if (!look(frame, bytes)) {
    wait_for_all(&token_put);
    drop(handle, COUNT_BAD_HEADER);
    return;
  }
  to = output();
  message.handle = handle;
  message.port_bytes = FIELD_PUT(CARD_OUTPUT, to) | FIELD_PUT(CARD_TYPED, is_ipv4 ^ 1) |
                       FIELD_PUT(CARD_AT, at) | length;
  prepare(handle, &message);
  wait_for_all(&token_put);
  if (full())
    drop(handle, COUNT_TX_RING_FULL);
  else
    put(handle, &message, to);
}

main() {
  take_in_turn(RING_RX_PORT0);
}

/* The gateway's slow path: every packet goes through the control core, which does the routing
 * instead of divert.c, and the observer sees packets of RTSP ports on their path. The program polls
 * the ring of received packets without pause. It needs no flag of RING_CORE: all later blocks are
 * faster than the core, and drop packets that do not fit. */
#include "../../rings/gateway_slow.h"
#include "gateway.h"

#define PROTOCOL_TCP 6
#define ENTRY_IS_NODE 0x80000000u /* of the forwarding table: ipv4_forward/ipv4_hop.h */

/* Longwords 3 to 9 of a frame: type and version, length, TTL and protocol, checksum and source,
   source and destination, destination and first port, second port. */
struct header {
  u32 type, length, ttl, source, addresses, destination, ports;
};

static void drop(u32 handle, u32 counter) {
  scratch_add(counter, 1);
  free_buffer(handle);
}

/* 0 for a valid header, else the counter of the error: RFC 1812 5.2.2. */
static u32 check(const struct header* h, u32 frame_bytes) {
  const u32 total = h->length >> 16;
  if (h->type >> 16 != 0x0800) return COUNT_NOT_IPV4;
  if ((h->type >> 8 & 0xff) != 0x45) return COUNT_BAD_HEADER;
  if (total + 14 > frame_bytes || total < 20) return COUNT_BAD_HEADER;
  u32 sum = (h->type & 0xffff) + (h->destination >> 16);
  const u32 words[] = {h->length, h->ttl, h->source, h->addresses};
  for (u32 i = 0; i < 4; ++i)
    sum += (words[i] >> 16) + (words[i] & 0xffff);
  sum = (sum & 0xffff) + (sum >> 16);
  sum = (sum & 0xffff) + (sum >> 16);
  if (sum != 0xffff) return COUNT_BAD_CHECKSUM;
  return (h->ttl >> 8 & 0xff) < 2 ? COUNT_TTL_EXPIRED : 0;
}

/* Byte address of the next hop in SRAM; 0: none. */
static u32 lookup(u32 destination) {
  for (u32 node = FIB_BASE;; destination <<= 8) {
    const u32 entry = SRAM(0, node + 4 * (destination >> 24));
    if (!(entry & ENTRY_IS_NODE)) return entry;
    node = entry & ~ENTRY_IS_NODE;
  }
}

/* As the frame leaves: MACs of the hop, TTL less one, its checksum (RFC 1624). */
static void rewrite(volatile u32* frame, const struct header* h, u32 hop) {
  u32 sum = (h->source >> 16) + 0x0100;
  sum += (sum + 1) >> 16;
  for (u32 i = 0; i < 3; ++i)
    frame[i] = SRAM(0, hop + 4 + 4 * i);
  frame[5] = h->ttl - 0x0100;
  frame[6] = sum << 16 | (h->source & 0xffff);
}

static void forward(u32 handle, u32 port_bytes) {
  volatile u32* const frame = frame_of(handle);
  const u32 bytes = FIELD_GET(PACKET_BYTES, port_bytes);
  const struct header h = {frame[3], frame[4], frame[5], frame[6], frame[7], frame[8], frame[9]};
  const u32 wrong = check(&h, bytes);
  if (wrong) return drop(handle, wrong);
  const u32 hop = lookup(h.addresses << 16 | h.destination >> 16);
  if (!hop) return drop(handle, COUNT_NO_ROUTE);
  if ((h.ttl & 0xff) == PROTOCOL_TCP && (h.ttl >> 16 & 0x1fff) == 0 &&
      is_rtsp(h.destination & 0xffff, h.ports >> 16))
    watch_frame(handle, port_bytes);
  rewrite(frame, &h, hop);
  const u32 buffer = ((handle & 0xffffff) * 4 - DESCRIPTOR_BASE) / 32;
  ring_put(RING_CORE, FIELD_PUT(CORE_BUFFER, buffer) | FIELD_PUT(CORE_PORT, SRAM(0, hop)) |
                          FIELD_PUT(CORE_BYTES, bytes));
}

int main(void) {
  watch_begin();
  for (;;) {
    const u32 handle = ring_get(RING_RX);
    if (handle)
      forward(handle, ring_get(RING_RX));
    else
      watch_look();
    interrupts_unmask(); /* the clock */
    interrupts_mask();
  }
}

/* The shaper's table of streams in SRAM, filled with the streams of the RTSP observer: the order of
 * writes, chains and rest are those of stream_table.h. Entries in a chain when the program starts
 * are static ones, and stay.
 *
 * A description's bandwidth is of IP packets, the shaper's rate of frames: 1/16 is added, for 14
 * bytes of Ethernet on packets of 224 bytes and more. */
#include "gateway.h"
#include "stream_table.h"

#ifndef ME_HZ
#define ME_HZ 600000000
#endif
#ifndef DEPTH_MS /* of buckets: bytes of the rate in that time */
#define DEPTH_MS 250
#endif
#ifndef DEADLINE_MS /* after which a packet is useless; 0: never */
#define DEADLINE_MS 500
#endif
#ifndef WAITING /* packets of a stream that may wait */
#define WAITING 64
#endif
#if WAITING < 1 || WAITING > 4095
#error "WAITING is 1 to 4095 packets (stream_table.h)"
#endif
#if DEADLINE_MS > 100000
#error "DEADLINE_MS is at most 100000"
#endif
#define DEPTH_LEAST (2 * 1518)
#define RATE_LEAST 573 /* bytes a second: stream_table.h */
#define PROTOCOL_UDP 17
#define TRIES 16 /* entries looked at for one at rest */
#define TICKS_A_MS (ME_HZ / 16 / 1000)

/* Unused entries, as a queue: those that ended longest ago come first. */
static u16 unused[STREAM_ENTRIES];
static u32 first_unused, unused_count;
static u32 ended_ms[STREAM_ENTRIES]; /* 0: never used */

static u32 entry_at(u32 entry) {
  return STREAM_ENTRIES_BASE + entry * STREAM_ENTRY_BYTES;
}
static u32 chain_at(const struct rtsp_shape* s) {
  return STREAM_HEADS_BASE +
         4 * STREAM_CHAIN(PROTOCOL_UDP, s->source, s->destination, s->destination_port);
}

static void put_unused(u32 entry) {
  unused[(first_unused + unused_count++) % STREAM_ENTRIES] = (u16)entry;
}

void table_begin(void) {
  static u8 used[STREAM_ENTRIES];
  for (u32 chain = 0; chain < STREAM_HEADS; ++chain)
    for (u32 next = SRAM(0, STREAM_HEADS_BASE + 4 * chain);
         next - 1 < STREAM_ENTRIES && !used[next - 1];
         next = SRAM(0, entry_at(next - 1) + STREAM_NEXT))
      used[next - 1] = 1;
  for (u32 entry = 0; entry < STREAM_ENTRIES; ++entry)
    if (!used[entry]) put_unused(entry);
}

/* STREAM_GRACE_TICKS are 1 ms. */
static int at_rest(u32 entry) {
  const u32 at = entry_at(entry);
  return ended_ms[entry] == 0 ||
         (now_ms - ended_ms[entry] > 2 &&
          SRAM(0, at + STREAM_ARRIVED) == SRAM(0, at + STREAM_SENT) + SRAM(0, at + STREAM_DROPPED));
}

/* An entry at rest, or -1. */
static int take_unused(void) {
  for (u32 i = 0; i < TRIES && i < unused_count; ++i) {
    const u32 entry = unused[first_unused];
    first_unused = (first_unused + 1) % STREAM_ENTRIES;
    --unused_count;
    if (at_rest(entry)) return (int)entry;
    put_unused(entry);
  }
  return -1;
}

static u32 chain_length(u32 head) {
  u32 n = 0;
  for (u32 next = SRAM(0, head); next; next = SRAM(0, entry_at(next - 1) + STREAM_NEXT))
    ++n;
  return n;
}

static void write_rate(u32 at, u32 bits) {
  u32 rate = bits / 8;
  rate += rate / 16;
  if (rate < RATE_LEAST) rate = RATE_LEAST;
  u64 depth = (u64)rate * DEPTH_MS / 1000;
  if (depth < DEPTH_LEAST) depth = DEPTH_LEAST;
  if (depth > 0xffffff) depth = 0xffffff;
  SRAM(0, at + STREAM_TICKS_A_BYTE) = STREAM_TICKS_A_BYTE_OF(rate, ME_HZ);
  SRAM(0, at + STREAM_DEPTH) = (u32)depth;
  SRAM(0, at + STREAM_DEADLINE) = DEADLINE_MS * TICKS_A_MS;
}

static void say(const char* what, int entry) {
  const u32 at = entry_at((u32)entry);
  const u32 from = SRAM(0, at + STREAM_SOURCE), to = SRAM(0, at + STREAM_DESTINATION);
  const u32 ports = SRAM(0, at + STREAM_PORTS);
  printf("%d ms: %s %d.%d.%d.%d:%d > %d.%d.%d.%d:%d", now_ms, what, from >> 24, from >> 16 & 255,
         from >> 8 & 255, from & 255, ports >> 16, to >> 24, to >> 16 & 255, to >> 8 & 255,
         to & 255, ports & 0xffff);
}

int rtsp_table_add(const struct rtsp_shape* shape) {
  const u32 head = chain_at(shape);
  const int entry = chain_length(head) < STREAM_CHAIN_MAX ? take_unused() : -1;
  if (entry < 0) return -1;
  const u32 at = entry_at((u32)entry);
  SRAM(0, at + STREAM_SOURCE) = shape->source;
  SRAM(0, at + STREAM_DESTINATION) = shape->destination;
  SRAM(0, at + STREAM_PORTS) = (u32)shape->source_port << 16 | shape->destination_port;
  SRAM(0, at + STREAM_ATTRIBUTES) = STREAM_ATTRIBUTES_OF(PROTOCOL_UDP, WAITING, 0);
  write_rate(at, shape->rate);
  for (u32 i = STREAM_FULL_HIGH; i < STREAM_ENTRY_BYTES; i += 4)
    SRAM(0, at + i) = 0;
  SRAM(0, at + STREAM_NEXT) = SRAM(0, head);
  SRAM(0, head) = (u32)entry + 1;
  say("stream", entry);
  printf(" %d bit/s\n", shape->rate);
  return entry;
}

void rtsp_table_change(int entry, const struct rtsp_shape* shape) {
  write_rate(entry_at((u32)entry), shape->rate);
  say("changed", entry);
  printf(" %d bit/s\n", shape->rate);
}

void rtsp_table_remove(int entry) {
  const u32 at = entry_at((u32)entry), ports = SRAM(0, at + STREAM_PORTS);
  const struct rtsp_shape key = {SRAM(0, at + STREAM_SOURCE), SRAM(0, at + STREAM_DESTINATION),
                                 (u16)(ports >> 16), (u16)ports, 0};
  u32 link = chain_at(&key);
  while (SRAM(0, link) != (u32)entry + 1)
    link = entry_at(SRAM(0, link) - 1) + STREAM_NEXT;
  SRAM(0, link) = SRAM(0, at + STREAM_NEXT);
  ended_ms[entry] = now_ms ? now_ms : 1;
  put_unused((u32)entry);
  say("ended", entry);
  printf(" after %u packets, %u dropped\n", SRAM(0, at + STREAM_ARRIVED),
         SRAM(0, at + STREAM_DROPPED));
}

u32 rtsp_table_packets(int entry) {
  return SRAM(0, entry_at((u32)entry) + STREAM_ARRIVED);
}

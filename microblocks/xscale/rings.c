/* Sets up rings and queues: [ring.N] and [boot] of a system file. */
#include "board.h"

#define STATUS_EMPTY (1u << 26)

static u32 size_code(u32 longwords, u32 smallest) {
  u32 code = 0;
  for (; smallest < longwords; smallest <<= 1)
    ++code;
  return code;
}

void ring_set_up(u32 ring, u32 base, u32 longwords, int status_empty) {
  RING_BASE(ring) = size_code(longwords, 128) << 30 | (status_empty ? STATUS_EMPTY : 0) | base;
  RING_HEAD(ring) = 0;
  RING_TAIL(ring) = 0;
}

u32 ring_words(u32 ring) {
  const u32 longwords = 128u << (RING_BASE(ring) >> 30);
  return (RING_TAIL(ring) - RING_HEAD(ring)) / 4 & (longwords - 1);
}

/* Loads an entry with the descriptor in memory. */
static void load_entry(u32 channel, u32 entry, u32 descriptor) {
  REGISTER(0xcc000000u + (channel << 22) + 4 * entry) = descriptor;
}

void queue_set_up(u32 channel, u32 entry, u32 descriptor) {
  for (u32 i = 0; i < 3; ++i)
    SRAM(channel, descriptor + 4 * i) = 0;
  load_entry(channel, entry, descriptor);
}

/* The descriptor is in the ring's own memory while it is loaded. */
void queue_ring_set_up(u32 channel, u32 entry, u32 base, u32 longwords) {
  const u32 descriptor[3] = {size_code(longwords, 512) << 29 | base / 4, base / 4, 0};
  u32 before[3];
  for (u32 i = 0; i < 3; ++i)
    before[i] = SRAM(channel, base + 4 * i), SRAM(channel, base + 4 * i) = descriptor[i];
  load_entry(channel, entry, base);
  for (u32 i = 0; i < 3; ++i)
    SRAM(channel, base + 4 * i) = before[i];
}

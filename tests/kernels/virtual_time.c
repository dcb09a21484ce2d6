/* Fair queueing's clock in 64 bits: a packet starts when the flow's last one has finished or now,
 * whichever is later, and finishes bytes / weight after that (in units of 2^-8). */
#include "kernel.h"

#define FLOWS 8

STATE u64 finish[FLOWS], now;

static void prepare(unsigned x, unsigned y) { now += (u64)y << 4; }

KERNEL kernel(unsigned x, unsigned y) {
  unsigned flow = x % FLOWS, bytes = 64 + (y & 0x7ff), shift = x >> 4 & 7;
  u64 start = finish[flow] > now ? finish[flow] : now;
  u64 end = start + (((u64)bytes << 24) >> shift);
  finish[flow] = end;
  return (unsigned)(end >> 32) ^ (unsigned)end;
}

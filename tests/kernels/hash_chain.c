/* Hash chains in SRAM: walks from entry to entry for a key, and counts it when it is found. */
#define ENTRIES 32
#define BUCKETS 8
#define TURNS 200
#include "program.h"

typedef struct {
  unsigned key, next, count, unused; /* next: byte offset; 0 ends a chain, entry 0 is in none */
} entry_t;
SRAM_STATE volatile entry_t entries[ENTRIES];

#define ENTRY(offset) ((volatile POINTER(sram) entry_t *)((volatile POINTER(sram) char *)entries + (offset)))

PROGRAM work(unsigned seed) {
  unsigned n, found = 0, steps = 0;
  for (n = 0; n < ENTRIES; ++n) {
    entries[n].key = n * 5;
    entries[n].next = n < BUCKETS ? 0 : (n - BUCKETS) * sizeof(entry_t);
    entries[n].count = 0;
  }
  for (n = 0; n < TURNS; ++n) {
    unsigned at;
    seed = seed * 5 + 3 & 0xff;
    at = (seed % BUCKETS + ENTRIES - BUCKETS) * sizeof(entry_t);
    while (at) {
      __xread unsigned entry[3];
      __xwrite unsigned count;
      SIGNAL done;
      sram_read(entry, ENTRY(at), 3, ctx_swap, &done);
      ++steps;
      if (entry[0] == seed) {
        count = entry[2] + 1;
        sram_write(&count, &ENTRY(at)->count, 1, ctx_swap, &done);
        ++found;
        break;
      }
      at = entry[1];
    }
  }
  return found << 16 ^ steps ^ entries[26].count << 24;
}

/* First-match classification by an address under a mask and a range of ports. */
#include "kernel.h"

#define RULES 8

typedef struct {
  unsigned value, mask, low, high;
} rule_t;
STATE rule_t rules[RULES];
static unsigned ready;

static void prepare(unsigned x, unsigned y) {
  unsigned r;
  if (ready) return;
  for (r = 0; r < RULES; ++r) {
    rules[r].value = r * 0x11111111;
    rules[r].mask = 0xf0000000 >> (r & 3) * 4;
    rules[r].low = r * 4096;
    rules[r].high = r * 4096 + 12287;
  }
  ready = 1;
}

KERNEL kernel(unsigned x, unsigned y) {
  unsigned port = y & 0xffff, r;
  for (r = 0; r < RULES; ++r) {
    rule_t LOCAL *rule = &rules[r];
    if (((x ^ rule->value) & rule->mask) == 0 && rule->low <= port && port <= rule->high) break;
  }
  return r;
}

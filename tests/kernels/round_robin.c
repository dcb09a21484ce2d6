/* A round-robin arbiter of 32 requests: grants the first at or above the last grant + 1. */
#include "kernel.h"

static unsigned next;

static void prepare(unsigned x, unsigned y) {}

KERNEL kernel(unsigned x, unsigned y) {
  unsigned requests = x & y, above, grant;
  if (requests == 0) return 32;
  above = requests & ~0u << next;
  grant = ffs(above != 0 ? above : requests);
  next = (grant + 1) % 32;
  return grant;
}

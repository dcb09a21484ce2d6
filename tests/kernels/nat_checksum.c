/* Updates a checksum (RFC 1624) for a new address and for a time to live that is one less. */
#include "kernel.h"

static void prepare(unsigned x, unsigned y) {}

static unsigned fold(unsigned sum) {
  sum = (sum & 0xffff) + (sum >> 16);
  return (sum & 0xffff) + (sum >> 16);
}

KERNEL kernel(unsigned x, unsigned y) {
  unsigned checksum = x >> 7 & 0xffff, ttl_word = y >> 3 & 0xffff, sum;
  if (ttl_word >> 8 == 0) return 0;
  sum = (~checksum & 0xffff) + (~x & 0xffff) + (~x >> 16) + (y & 0xffff) + (y >> 16);
  sum = fold(sum);
  sum = fold(sum + 0xfeff);
  return ~sum & 0xffff;
}

/* IPv4 headers in SRAM: verifies the checksum, takes one from the time to live and repairs the
 * checksum (RFC 1624). Two headers take turns; one has a wrong checksum. */
#define TURNS 200
#include "program.h"

#ifdef HOST
static unsigned __builtin_addc(unsigned a, unsigned b, unsigned carry, unsigned *more) {
  unsigned long long sum = (unsigned long long)a + b + carry;
  *more = (unsigned)(sum >> 32);
  return (unsigned)sum;
}
#endif

typedef struct {
  unsigned word[5], unused[3];
} header_t;
SRAM_STATE header_t headers[2] = {
    {{0x45000028, 0x12340000, 0x6006349a, 0x0a000001, 0x0a000002}},
    {{0x4500004c, 0x00010000, 0xff11a79e, 0x0a000001, 0x0a000002}},
};

PROGRAM work(unsigned seed) {
  unsigned turn, wrong = 0, expired = 0;
  for (turn = 0; turn < TURNS; ++turn) {
    volatile POINTER(sram) header_t *header = &headers[turn & 1];
    __xread unsigned h[5];
    __xwrite unsigned changed;
    SIGNAL done;
    unsigned sum, carry, none, check;
    sram_read(h, header, 5, ctx_swap, &done);
    sum = __builtin_addc(h[0], h[1], 0, &carry);
    sum = __builtin_addc(sum, h[2], carry, &carry);
    sum = __builtin_addc(sum, h[3], carry, &carry);
    sum = __builtin_addc(sum, h[4], carry, &carry);
    sum = __builtin_addc(sum, 0, carry, &none);
    sum = (sum >> 16) + (sum & 0xffff);
    sum = (sum >> 16) + (sum & 0xffff);
    if (sum != 0xffff) ++wrong;
    if (h[2] >> 24 <= 1) {
      ++expired;
      continue;
    }
    check = (h[2] & 0xffff) + 0x100;
    check += check >> 16;
    changed = (h[2] - 0x01000000 & 0xffff0000) | (check & 0xffff);
    sram_write(&changed, &header->word[2], 1, ctx_swap, &done);
  }
  return wrong << 16 ^ expired ^ seed;
}

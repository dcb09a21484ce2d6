// expect: the host
// A CRC whose last step may be the end of a loop: its remainder is read where the loop leads back to, too
// early if words between move.
#include "test.h"

#ifndef __MECC__
static unsigned remainder_now;
static void crc_write(unsigned v) { remainder_now = v; }
static unsigned crc_read(void) { return remainder_now; }
static void crc_32_be(unsigned word, int bytes) {
  for (int n = 31; n >= 0; --n) {
    const unsigned bit = (remainder_now >> 31) ^ (word >> n & 1);
    remainder_now = remainder_now << 1 ^ (bit ? 0x04c11db7u : 0);
  }
}
#define bytes_0_3 0
#endif

static unsigned data[16];
static volatile unsigned checks;

static unsigned plain(unsigned zero) {
  unsigned round, q, last = 0;
  for (round = zero; round < 3; ++round) {
    crc_write(data[round & 15]);
    for (q = 0; q < 6 + zero; ++q) {
      crc_32_be(data[q & 15], bytes_0_3);
      last = q;
    }
    checks ^= crc_read();
  }
  return last;
}

static unsigned counted(unsigned zero) {
  unsigned round, q, last = 0;
  for (round = zero; round < 3; ++round) {
    crc_write(data[round & 15]);
    for (q = 0; q < 6 + zero; ++q) {
      crc_32_be(data[q & 15], bytes_0_3);
      last = q;
    }
    checks = crc_read();
    round += 1;
  }
  return last;
}

int main(void) {
  unsigned i;
  for (i = 0; i < 16; ++i)
    data[i] = i * 0x01234567u;
  result(plain(unknown(0)));
  result(checks);
  result(counted(unknown(0)));
  result(checks);
  return 0;
}

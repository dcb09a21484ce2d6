/* The Internet checksum (RFC 1071) of an IPv4 header of five longwords. */
#include "kernel.h"

STATE unsigned header[5];

static void prepare(unsigned x, unsigned y) {
  header[0] = 0x45000000 | (x & 0xffff);
  header[1] = x;
  header[2] = y & 0xffff0000;
  header[3] = x ^ y;
  header[4] = y;
}

KERNEL kernel(unsigned x, unsigned y) {
  u64 sum = (u64)header[0] + header[1] + header[2] + header[3] + header[4];
  unsigned folded = (unsigned)sum + (unsigned)(sum >> 32);
  folded += folded < (unsigned)sum; /* end-around */
  folded = (folded >> 16) + (folded & 0xffff);
  folded = (folded >> 16) + (folded & 0xffff);
  return ~folded & 0xffff;
}

/* CRC-32 of two longwords, bit by bit, as on a processor without a CRC unit. */
#include "kernel.h"

static void prepare(unsigned x, unsigned y) {}

KERNEL kernel(unsigned x, unsigned y) {
  unsigned crc = ~x, bit;
  for (bit = 0; bit < 32; ++bit)
    crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
  crc ^= y;
  for (bit = 0; bit < 32; ++bit)
    crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
  return ~crc;
}

/* Parses the first ten longwords of a frame (Ethernet, IPv4, ports): returns a hash of the flow, or
 * why the frame is none. */
#include "kernel.h"

STATE unsigned frame[10];

static void prepare(unsigned x, unsigned y) {
  frame[3] = 0x08004500;
  if ((x & 15) == 0) frame[3] = 0x08060001;
  if ((x & 15) == 1) frame[3] = 0x08004600;
  frame[4] = x & 0x3ffffff;
  frame[5] = (y & 0x0001ff00) | ((x & 0x100) ? 17 : 6);
  frame[6] = x;
  frame[7] = y;
  frame[8] = x ^ y;
  frame[9] = x + y;
}

KERNEL kernel(unsigned x, unsigned y) {
  unsigned source, destination, ports, protocol, hash;
  if (frame[3] >> 16 != 0x0800) return 1;
  if ((frame[3] >> 8 & 0xff) != 0x45) return 2;
  if (frame[4] >> 16 < 28) return 3;
  protocol = frame[5] & 0xff;
  if (protocol != 6 && protocol != 17) return 4;
  if ((frame[5] >> 8 & 0xff) == 0) return 5;
  source = frame[6] << 16 | frame[7] >> 16;
  destination = frame[7] << 16 | frame[8] >> 16;
  ports = frame[8] << 16 | frame[9] >> 16;
  hash = source ^ (destination << 7 | destination >> 25) ^ ports ^ protocol << 24;
  hash ^= hash >> 15;
  return hash ^ hash >> 7;
}

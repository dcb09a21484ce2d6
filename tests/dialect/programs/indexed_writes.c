// expect: 0 0x0000056f 0x063c3d1a 0x000001e7 0x4e067a7e
// Writes of transfer registers by a variable stay behind earlier writes of the same ones by name.
#include "test.h"

static __declspec(dram aligned(8)) unsigned long long out[2];
static unsigned number = 0x58;
static unsigned char bytes[28];

int main(void) {
  __dxwrite unsigned long long x[2];
  SIGNAL_PAIR s;
  number ^= unknown_zero();
  bytes[3] ^= (unsigned char)unknown_zero();
  x[0] = 0x56f063c3d1aull >> (bytes[(number + 12u) % 28u] & 63);
  x[1] = 0xfffffffffffffff0ull >> 15;
  x[(number + 41u) & 1] = 0x1e74e067a7eull;
  dram_write(x, &out[0], 2, sig_done, &s);
  __wait_for_all(&s);
  result(bytes[3]);
  result((unsigned)(out[0] >> 32));
  result((unsigned)out[0]);
  result((unsigned)(out[1] >> 32));
  result((unsigned)out[1]);
}

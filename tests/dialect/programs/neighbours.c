// expect: 1000 1000 1000 1000 1000 1000 1000 1000 0x01020304 0x05060708 0xaabbccdd 0xa1b2c3d4
// options: --run-contexts=8
// Eight contexts change neighbouring bytes of the scratchpad at the same time; nothing is lost.
#include "test.h"

struct record {
  unsigned char a;
  unsigned short b;
  unsigned char c;
} __attribute__((packed));

static __declspec(scratch shared) unsigned short counts[8];
static __declspec(scratch shared) unsigned char bytes[8];
static __declspec(scratch shared) struct record record;
static __declspec(scratch shared aligned(4)) unsigned char odd[12];
static __declspec(shared gp_reg) unsigned finished;

main() {
  const unsigned me = __ctx();
  for (unsigned n = 0; n < 1000; ++n)
    ++counts[me];
  bytes[me] = me + 1;
  if (me == 3) record.b = 0xbbcc;
  if (me == 5) record.a = 0xaa;
  if (me == 6) record.c = 0xdd;
  if (me == 2) *(unsigned __scratch __attribute__((aligned(1)))*)&odd[unknown(3)] = 0xa1b2c3d4;
  if (++finished < 8) return; /* of an int: unused */
  for (unsigned n = 0; n < 8; ++n)
    result(counts[n]);
  result(*(unsigned __scratch*)bytes);
  result(*(unsigned __scratch*)(bytes + 4));
  result(*(unsigned __scratch*)&record);
  result((unsigned)odd[3] << 24 | odd[4] << 16 | odd[5] << 8 | odd[6] | odd[2] | odd[7]);
}

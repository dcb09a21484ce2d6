// expect: 0x78 0x78 0x789a 0x789a 0x789abcde 0x789abcde 0x789abcde 0xf00fedcb 0x789abcde 0xf00fedcb
// expect: 0x78 0x78 0x789a 0x789a 0x789abcde 0x789abcde 0x789abcde 0xf00fedcb 0x789abcde 0xf00fedcb
// expect: 0x12a1a2b1 0xb1b3c1c1 0xc2c3c5d1 0xd1d2d3d4 0xd5d6d7d9 0x0
// each: -DMEMORY=dram -DPLACE=__dram
// each: -DMEMORY=lmem -DPLACE=
// each: -DMEMORY=scratch -DPLACE=__scratch
// each: -DMEMORY=sram -DPLACE=__sram
/* Unaligned values in a memory, by the memory's name and by the pointer's type. */
#include "test.h"

#define PASTED(function, memory) function##_##memory
#define OF(function, memory) PASTED(function, memory)
#define NAMED(function) OF(function, MEMORY)

static const unsigned words[6] = {0x12345678, 0x9abcdef0, 0x0fedcba9, 0x87654321, 0x13579bdf};
static PLACE unsigned copy[6];

int main(void) {
  volatile void PLACE* p = copy;
  const unsigned z = unknown_zero();
  unsigned i;
  for (i = 0; i < 6; ++i)
    copy[i] = words[i];
  result((unsigned)NAMED(ua_get_u8)(p, 3 + z));
  result((unsigned)NAMED(ua_get_s8)(p, 3 + z));
  result((unsigned)NAMED(ua_get_u16)(p, 3 + z));
  result((unsigned)NAMED(ua_get_s16)(p, 3 + z));
  result((unsigned)NAMED(ua_get_u32)(p, 3 + z));
  result((unsigned)NAMED(ua_get_s32)(p, 3 + z));
  result((unsigned)(NAMED(ua_get_u64)(p, 3 + z) >> 32));
  result((unsigned)NAMED(ua_get_u64)(p, 3 + z));
  result((unsigned)(NAMED(ua_get_s64)(p, 3 + z) >> 32));
  result((unsigned)NAMED(ua_get_s64)(p, 3 + z));
  result((unsigned)ua_get_u8(p, 3 + z));
  result((unsigned)ua_get_s8(p, 3 + z));
  result((unsigned)ua_get_u16(p, 3 + z));
  result((unsigned)ua_get_s16(p, 3 + z));
  result((unsigned)ua_get_u32(p, 3 + z));
  result((unsigned)ua_get_s32(p, 3 + z));
  result((unsigned)(ua_get_u64(p, 3 + z) >> 32));
  result((unsigned)ua_get_u64(p, 3 + z));
  result((unsigned)(ua_get_s64(p, 3 + z) >> 32));
  result((unsigned)ua_get_s64(p, 3 + z));
  NAMED(ua_set_8)(p, 1 + z, 0xa1);
  NAMED(ua_set_16)(p, 3 + z, 0xb1b2);
  NAMED(ua_set_32)(p, 6 + z, 0xc1c2c3c4);
  NAMED(ua_set_64)(p, 11 + z, 0xd1d2d3d4d5d6d7d8);
  ua_set_8(p, 2 + z, 0xa2);
  ua_set_16(p, 4 + z, 0xb1b3);
  ua_set_32(p, 7 + z, 0xc1c2c3c5);
  ua_set_64(p, 12 + z, 0xd1d2d3d4d5d6d7d9);
  for (i = 0; i < 6; ++i)
    result(copy[i]);
  return 0;
}

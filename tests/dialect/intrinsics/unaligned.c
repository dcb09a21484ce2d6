// expect: 0x78 0x78 0x789a 0x789a 0x789abcde 0x789abcde 0x789abcde 0xf00fedcb 0x789abcde 0xf00fedcb
// 0x78 0x78 0x789a 0x789a 0x789abcde 0x789abcde 0x789abcde 0xf00fedcb 0x789abcde 0xf00fedcb
// 0x12a1a2b1 0xb1b3c1c1 0xc2c3c5d1 0xd1d2d3d4 0xd5d6d7d9 0x0 0x78 0x78 0x789a 0x789a 0x789abcde
// 0x789abcde 0x789abcde 0xf00fedcb 0x789abcde 0xf00fedcb 0x78 0x78 0x789a 0x789a 0x789abcde
// 0x789abcde 0x789abcde 0xf00fedcb 0x789abcde 0xf00fedcb 0x12a1a2b1 0xb1b3c1c1 0xc2c3c5d1
// 0xd1d2d3d4 0xd5d6d7d9 0x0 Unaligned values, by the memory's name and by the pointer's type.
#include "test.h"

#define PLACE(memory) volatile void __##memory*
static const unsigned words[6] = {0x12345678, 0x9abcdef0, 0x0fedcba9, 0x87654321, 0x13579bdf};
static unsigned lmem_words[6];
static __sram unsigned sram_words[6];

static __noinline void check_lmem(unsigned z) {
  volatile void* p = lmem_words;
  unsigned i;
  for (i = 0; i < 6; ++i)
    lmem_words[i] = words[i];
  result((unsigned)ua_get_u8_lmem(p, 3 + z));
  result((unsigned)ua_get_s8_lmem(p, 3 + z));
  result((unsigned)ua_get_u16_lmem(p, 3 + z));
  result((unsigned)ua_get_s16_lmem(p, 3 + z));
  result((unsigned)ua_get_u32_lmem(p, 3 + z));
  result((unsigned)ua_get_s32_lmem(p, 3 + z));
  result((unsigned)(ua_get_u64_lmem(p, 3 + z) >> 32));
  result((unsigned)ua_get_u64_lmem(p, 3 + z));
  result((unsigned)(ua_get_s64_lmem(p, 3 + z) >> 32));
  result((unsigned)ua_get_s64_lmem(p, 3 + z));
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
  ua_set_8_lmem(p, 1 + z, 0xa1);
  ua_set_16_lmem(p, 3 + z, 0xb1b2);
  ua_set_32_lmem(p, 6 + z, 0xc1c2c3c4);
  ua_set_64_lmem(p, 11 + z, 0xd1d2d3d4d5d6d7d8);
  ua_set_8(p, 2 + z, 0xa2);
  ua_set_16(p, 4 + z, 0xb1b3);
  ua_set_32(p, 7 + z, 0xc1c2c3c5);
  ua_set_64(p, 12 + z, 0xd1d2d3d4d5d6d7d9);
  for (i = 0; i < 6; ++i)
    result(lmem_words[i]);
}

static __noinline void check_sram(unsigned z) {
  PLACE(sram) p = sram_words;
  unsigned i;
  for (i = 0; i < 6; ++i)
    sram_words[i] = words[i];
  result((unsigned)ua_get_u8_sram(p, 3 + z));
  result((unsigned)ua_get_s8_sram(p, 3 + z));
  result((unsigned)ua_get_u16_sram(p, 3 + z));
  result((unsigned)ua_get_s16_sram(p, 3 + z));
  result((unsigned)ua_get_u32_sram(p, 3 + z));
  result((unsigned)ua_get_s32_sram(p, 3 + z));
  result((unsigned)(ua_get_u64_sram(p, 3 + z) >> 32));
  result((unsigned)ua_get_u64_sram(p, 3 + z));
  result((unsigned)(ua_get_s64_sram(p, 3 + z) >> 32));
  result((unsigned)ua_get_s64_sram(p, 3 + z));
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
  ua_set_8_sram(p, 1 + z, 0xa1);
  ua_set_16_sram(p, 3 + z, 0xb1b2);
  ua_set_32_sram(p, 6 + z, 0xc1c2c3c4);
  ua_set_64_sram(p, 11 + z, 0xd1d2d3d4d5d6d7d8);
  ua_set_8(p, 2 + z, 0xa2);
  ua_set_16(p, 4 + z, 0xb1b3);
  ua_set_32(p, 7 + z, 0xc1c2c3c5);
  ua_set_64(p, 12 + z, 0xd1d2d3d4d5d6d7d9);
  for (i = 0; i < 6; ++i)
    result(sram_words[i]);
}

int main(void) {
  const unsigned z = unknown_zero();
  check_lmem(z);
  check_sram(z);
  return 0;
}

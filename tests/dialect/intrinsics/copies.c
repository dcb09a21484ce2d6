// expect: 0x11111111 0x11111111 0x0 0x22222222 0x22222222 0x0 0x33333333 0x33333333 0x0 0x44444444
// 0x44444444 0x0 0x0 0x11111111 0x0 0x22222222 0x0 0x33333333 0x0 0x44444444 0x0 0x11111111 0x0
// 0x22222222 0x0 0x33333333 0x0 0x44444444 0x0 0x11111111 0x0 0x22222222 0x0 0x33333333 0x0
// 0x44444444 0x0 0x11111111 0x0 0x22222222 0x0 0x33333333 0x0 0x44444444 memcpy and memset between
// all memories.
#include "test.h"

static unsigned lmem_a[5], lmem_b[5];
static __sram unsigned sram_a[5], sram_b[5];
static __dram unsigned dram_a[5], dram_b[5];
static __scratch unsigned scratch_a[5], scratch_b[5];

int main(void) {
  const unsigned bytes = 16 + unknown_zero();
  memset_lmem(lmem_a, 0x11, bytes);
  result(lmem_a[0]);
  result(lmem_a[3]);
  result(lmem_a[4]);
  memset_sram(sram_a, 0x22, bytes);
  result(sram_a[0]);
  result(sram_a[3]);
  result(sram_a[4]);
  memset_dram(dram_a, 0x33, bytes);
  result(dram_a[0]);
  result(dram_a[3]);
  result(dram_a[4]);
  memset_scratch(scratch_a, 0x44, bytes);
  result(scratch_a[0]);
  result(scratch_a[3]);
  result(scratch_a[4]);
  memcpy_lmem_lmem(lmem_b, lmem_a, bytes);
  result(lmem_b[0] ^ lmem_b[3]);
  result(lmem_b[1]);
  memcpy_lmem_sram(lmem_b, sram_a, bytes);
  result(lmem_b[0] ^ lmem_b[3]);
  result(lmem_b[1]);
  memcpy_lmem_dram(lmem_b, dram_a, bytes);
  result(lmem_b[0] ^ lmem_b[3]);
  result(lmem_b[1]);
  memcpy_lmem_scratch(lmem_b, scratch_a, bytes);
  result(lmem_b[0] ^ lmem_b[3]);
  result(lmem_b[1]);
  memcpy_sram_lmem(sram_b, lmem_a, bytes);
  result(sram_b[0] ^ sram_b[3]);
  result(sram_b[1]);
  memcpy_sram_sram(sram_b, sram_a, bytes);
  result(sram_b[0] ^ sram_b[3]);
  result(sram_b[1]);
  memcpy_sram_dram(sram_b, dram_a, bytes);
  result(sram_b[0] ^ sram_b[3]);
  result(sram_b[1]);
  memcpy_sram_scratch(sram_b, scratch_a, bytes);
  result(sram_b[0] ^ sram_b[3]);
  result(sram_b[1]);
  memcpy_dram_lmem(dram_b, lmem_a, bytes);
  result(dram_b[0] ^ dram_b[3]);
  result(dram_b[1]);
  memcpy_dram_sram(dram_b, sram_a, bytes);
  result(dram_b[0] ^ dram_b[3]);
  result(dram_b[1]);
  memcpy_dram_dram(dram_b, dram_a, bytes);
  result(dram_b[0] ^ dram_b[3]);
  result(dram_b[1]);
  memcpy_dram_scratch(dram_b, scratch_a, bytes);
  result(dram_b[0] ^ dram_b[3]);
  result(dram_b[1]);
  memcpy_scratch_lmem(scratch_b, lmem_a, bytes);
  result(scratch_b[0] ^ scratch_b[3]);
  result(scratch_b[1]);
  memcpy_scratch_sram(scratch_b, sram_a, bytes);
  result(scratch_b[0] ^ scratch_b[3]);
  result(scratch_b[1]);
  memcpy_scratch_dram(scratch_b, dram_a, bytes);
  result(scratch_b[0] ^ scratch_b[3]);
  result(scratch_b[1]);
  memcpy_scratch_scratch(scratch_b, scratch_a, bytes);
  result(scratch_b[0] ^ scratch_b[3]);
  result(scratch_b[1]);
  return 0;
}

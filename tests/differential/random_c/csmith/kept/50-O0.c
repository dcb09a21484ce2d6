// -O0
#include "csmith.h"
/* Doublewords in a frame above a frame of an odd number of longwords. */
static int32_t g_1 = 3;

static uint8_t func_2(int32_t p) {
  uint8_t l[3];
  int i;
  for (i = 0; i < 3; i++)
    l[i] = p + i;
  return l[p & 1];
}
static uint32_t func_1(void) {
  uint64_t l[4];
  uint32_t sum = 0;
  int i;
  for (i = 0; i < 4; i++)
    l[i] = func_2(g_1 + i) * 0x500000003ULL;
  for (i = 0; i < 4; i++)
    sum = sum * 7 + (uint32_t)(l[i] >> 32) + (uint32_t)l[i] * 31;
  return sum;
}
int main(void) {
  transparent_crc(func_1(), "func_1", 0);
  platform_main_end(crc32_context ^ 0xFFFFFFFFUL, 0);
}

// -O0
#include "csmith.h"
/* A byte and a halfword whose addresses are taken, beside each other in a frame. */
static uint8_t *g_1;
static int16_t *g_2;
static uint32_t func_1(void) {
  uint8_t l_30 = 0x72;
  int16_t l_32 = -2498;
  g_1 = &l_30;
  g_2 = &l_32;
  *g_2 &= 0x7fff;
  *g_1 += 3;
  return l_30 * 65536u + (uint16_t)l_32;
}
int main(void) {
  int print_hash_value = 0;
  crc32_gentab();
  transparent_crc(func_1(), "func_1", print_hash_value);
  platform_main_end(crc32_context, print_hash_value);
  return 0;
}

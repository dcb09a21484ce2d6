// -O1
#include "csmith.h"
struct S1 {
  int16_t f0;
  int32_t f1;
  uint8_t f3;
};
static struct S1 g_105 = {-1, 0x66BFFE0A, 4};
static struct S1 *g_110 = &g_105;
static int16_t func_1(void) {
  struct S1 l_204 = {-1, 0, 0xA4};
  *g_110 = l_204;
  return l_204.f0;
}
int main(void) {
  int print_hash_value = 0;
  func_1();
  transparent_crc(g_105.f3, "g_105.f3", print_hash_value);
  platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
}

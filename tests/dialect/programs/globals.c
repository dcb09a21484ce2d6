// expect: the host
// Initial values of every type, constant tables, pointers between variables.
#include "test.h"

static signed char s8 = -3;
static unsigned char u8 = 200;
static short s16 = -30000;
static unsigned short u16 = 60000;
static int s32 = -2000000000;
static unsigned u32 = 4000000000u;
static long long s64 = -1234567890123456789;
static unsigned long long u64 = 0xfedcba9876543210;
static _Bool flag = 1;
static int unset;
static signed char bytes[5] = {1, -2, 3, -4, 5};
static short halves[3] = {-1, 2};
static const unsigned char table[4][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {250, 251, 252}};
static const struct {
  short key;
  unsigned char value;
  int weight;
} entries[] = {{1, 2, 3}, {-1, 255, -100000}, {300, 4, 5}};
static int* pointer = &s32;
static const char* const words[] = {"one", "two", "three"};
static const unsigned short* middle = 0;
static const unsigned short series[6] = {1, 10, 100, 1000, 10000, 65535};

int main(void) {
  const unsigned one = unknown(1);
  result((unsigned)(s8 + u8) + (unsigned)s16 + u16);
  result((unsigned)s32 ^ u32);
  result(mix64(mix64(0, (unsigned long long)s64), u64));
  result((unsigned)flag + (unsigned)unset);
  result((unsigned)(bytes[one] * 100 + bytes[one + 3] + halves[one - 1] + halves[one + 1]));
  result(table[one + 2][one] * 1000u + table[one][2]);
  result(
      (unsigned)(entries[one].key * entries[one].weight + entries[2].value - entries[one].value));
  *pointer += 5;
  result((unsigned)s32);
  result((unsigned)(words[one][0] * 65536 + words[2][4]));
  middle = &series[2];
  result(middle[one] + 100000u * *middle + middle[-1]);
  s8 = (signed char)(s8 * 50);
  u8 += 100;
  s16 -= 10000;
  u16 = (unsigned short)(u16 * 3);
  s64 /= 1000;
  u64 <<= one * 5;
  bytes[one + 1] = (signed char)(u8 + 200);
  result((unsigned)s8 ^ u8 ^ (unsigned)s16 ^ u16 ^ (unsigned)bytes[2]);
  result(mix64(mix64(0, (unsigned long long)s64), u64));
  return 0;
}

// expect: the host
// Variables in SRAM, DRAM and scratchpad: every width, arrays, structures, pointers, copies.
#include "test.h"

typedef struct {
  signed char a;
  unsigned char b;
  short c;
  unsigned short d;
  unsigned e;
  long long f;
  unsigned g : 5, h : 20;
  int i : 7;
} Record;

#define MEMORY(name, words)                                                                        \
  static words signed char name##_s8 = -5;                                                         \
  static words unsigned short name##_u16 = 50000;                                                  \
  static words int name##_s32 = -100;                                                              \
  static words unsigned long long name##_u64 = 0x1122334455667788;                                 \
  static words unsigned char name##_bytes[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};                        \
  static words short name##_halves[5] = {-1, -2, -3};                                              \
  static words unsigned name##_words[6];                                                           \
  static words Record name##_record = {-1, 2, -3, 4, 5, -6, 7, 8, -9};                             \
  static __noinline unsigned name##_hash(words Record* r) {                                        \
    unsigned h = mix(mix(mix(mix(0, (unsigned)r->a), r->b), (unsigned)r->c), r->d);                \
    return mix(mix(mix(mix64(mix(h, r->e), (unsigned long long)r->f), r->g), r->h),                \
               (unsigned)r->i);                                                                    \
  }                                                                                                \
  static __noinline void name##_check(unsigned one) {                                              \
    unsigned i, hash = 0;                                                                          \
    words unsigned char* p = name##_bytes;                                                         \
    Record copy;                                                                                   \
    result((unsigned)(name##_s8 + name##_u16 + name##_s32));                                       \
    result(mix64(0, name##_u64));                                                                  \
    name##_s8 = (signed char)(name##_s8 - 100 * (int)one);                                         \
    name##_u16 += 20000;                                                                           \
    name##_s32 *= 7;                                                                               \
    name##_u64 = name##_u64 * 3 + one;                                                             \
    result((unsigned)(name##_s8 + name##_u16 + name##_s32));                                       \
    result(mix64(0, name##_u64));                                                                  \
    for (i = 0; i < 9; ++i)                                                                        \
      hash = mix(hash, *p++);                                                                      \
    name##_bytes[one + 4] = 77;                                                                    \
    name##_halves[one + 1] += 1000;                                                                \
    for (i = 0; i < 5; ++i)                                                                        \
      hash = mix(hash, (unsigned)name##_halves[i] + name##_bytes[i + one]);                        \
    for (i = 0; i < 6; ++i)                                                                        \
      name##_words[i] = i * i + one;                                                               \
    for (i = 6; i-- > one;)                                                                        \
      name##_words[i] += name##_words[i - 1];                                                      \
    for (i = 0; i < 6; ++i)                                                                        \
      hash = mix(hash, name##_words[i]);                                                           \
    result(hash);                                                                                  \
    result(name##_hash(&name##_record));                                                           \
    copy = name##_record;                                                                          \
    copy.c = 999;                                                                                  \
    copy.h += 5;                                                                                   \
    copy.f += one;                                                                                 \
    name##_record = copy;                                                                          \
    name##_record.b ^= 0xff;                                                                       \
    name##_record.i = 33;                                                                          \
    result(name##_hash(&name##_record));                                                           \
  }
MEMORY(sram, __sram)
MEMORY(dram, __dram)
MEMORY(scratch, __scratch)

int main(void) {
  const unsigned one = unknown(1);
  sram_check(one);
  dram_check(one);
  scratch_check(one);
  sram_record = dram_record;
  scratch_record = sram_record;
  result(scratch_hash(&scratch_record));
  return 0;
}

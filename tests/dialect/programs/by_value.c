// expect: the host
// Structures by value that come from memories: named, through pointers, elements, and as results.
#include "test.h"

typedef struct {
  unsigned a, b;
  unsigned char c[6];
} Record;

#define MEMORY(name, words)                                                                        \
  static __shared words Record name = {1, 2, {3, 4, 5, 6, 7, 8}};                                  \
  static __shared words Record name##_array[3] = {{9}, {8, 1, {7}}, {6, 2, {5, 4, 3}}};            \
  static __noinline unsigned name##_through(words Record* p) { return sum(*p); }                   \
  static __noinline unsigned name##_element(words Record* p, unsigned n) {                         \
    return called(p[n]) + sum(p[n + 1]);                                                           \
  }                                                                                                \
  static __noinline Record name##_result(words Record* p) { return *p; }

static unsigned sum(Record r) {
  r.a += r.b;
  return mix(r.a, r.c[r.b]);
}
static __noinline unsigned called(Record r) {
  r.c[1] ^= 5;
  return sum(r);
}
MEMORY(plain, )
MEMORY(sram, __sram)
MEMORY(dram, __dram)
MEMORY(scratch, __scratch)

#define CHECK(name)                                                                                \
  result(name##_through(&name));                                                                   \
  result(called(name));                                                                            \
  result(name##_element(name##_array, unknown(1)));                                                \
  result(sum(name##_result(&name##_array[unknown(2)])));                                           \
  name = name##_result(&name##_array[unknown(1)]);                                                 \
  result(sum(name))

int main(void) {
  CHECK(plain);
  CHECK(sram);
  CHECK(dram);
  CHECK(scratch);
}

// expect: 1 1 1 1 1 1
// The hash unit: every width, several at once; equal data give equal results.
#include "test.h"

static __noinline unsigned differs(const unsigned* a, const unsigned* b, unsigned n) {
  while (n--)
    if (*a++ != *b++) return 1;
  return 0;
}

int main(void) {
  SIGNAL s;
  __xrw unsigned data[8];
  const unsigned z = unknown_zero();
  unsigned first[4], given[4], i;
#define HASH(bits, words)                                                                          \
  for (i = 0; i < 4; ++i)                                                                          \
    given[i] = 0x1234 * i + 77 + z;                                                                \
  given[1] &= bits == 48 ? 0xffff : ~0u;                                                           \
  data[0] = given[0];                                                                              \
  data[1] = given[1];                                                                              \
  data[2] = words == 4 ? given[2] : given[0];                                                      \
  data[3] = words == 4 ? given[3] : given[1];                                                      \
  hash_##bits(data, words == 4 ? 1 : 2, ctx_swap, &s);                                             \
  first[0] = data[0];                                                                              \
  first[1] = data[1];                                                                              \
  first[2] = data[2];                                                                              \
  first[3] = data[3];                                                                              \
  result(differs(first, given, words));                                                            \
  if (words == 4) {                                                                                \
    data[0] = given[0];                                                                            \
    data[1] = given[1];                                                                            \
    data[2] = given[2];                                                                            \
    data[3] = given[3];                                                                            \
    hash_##bits(data, 1, sig_done, &s);                                                            \
    wait_for_all(&s);                                                                              \
    result(data[0] == first[0] && data[3] == first[3]);                                            \
  } else {                                                                                         \
    result(first[0] == first[2] && first[1] == first[3]);                                          \
  }
  HASH(48, 2)
  HASH(64, 2)
  HASH(128, 4)
  return 0;
}

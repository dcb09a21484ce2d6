// expect: the host
// memcpy and its kind without a header, as programs of that time call them.
#include "test.h"

static unsigned from[6], to[6];
static unsigned char bytes[12], other[12] = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233};

int main(void) {
  unsigned i, h = 0;
  for (i = 0; i < 6; ++i)
    from[i] = unknown(i * 0x01020304);
  memcpy(to, from, unknown(5) * sizeof(unsigned));
  memset(bytes, 0x77, sizeof bytes);
  memmove(bytes + 1, other + 2, unknown(9));
  for (i = 0; i < 6; ++i)
    h = mix(h, to[i]);
  for (i = 0; i < 12; ++i)
    h = mix(h, bytes[i]);
  result(h);
  result(memcmp(to, from, 20) == 0);
}

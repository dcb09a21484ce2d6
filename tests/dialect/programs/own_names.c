// expect: 3 0x11 0x22 7
// The program's functions replace C's library functions of the same name, for any parameters.
#include "test.h"

static __declspec(sram shared) unsigned list[4];

static unsigned strlen(__declspec(sram) unsigned *words) {
  unsigned n = 0;
  while (words[n])
    ++n;
  return n;
}

void memcpy(__declspec(sram) unsigned *to, unsigned value, int n) {
  while (n--)
    *to++ = value;
}

int memset(int a) { return a + 6; }

int main(void) {
  memcpy(list, unknown(0x11), 3);
  result(strlen(list));
  result(list[2]);
  memcpy(list + 1, unknown(0x22), 1);
  result(list[1]);
  result((unsigned)memset((int)unknown(1)));
}

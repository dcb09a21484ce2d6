// expect: 0 0 0 0 0
// options: --control-store=8192
// Bytes in all memories go to local memory, and are compared with those there.
#include "strings.h"

int main(void) {
  INTO(lmem);
  return 0;
}

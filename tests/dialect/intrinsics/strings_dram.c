// expect: 0 0 0 0 0
// options: --control-store=8192
// Bytes in all memories go to DRAM, and are compared with those there.
#include "strings.h"

int main(void) {
  INTO(dram);
  return 0;
}

// expect: 0 0 0 0 0
// options: --control-store=8192
// Bytes in all memories go to the scratchpad, and are compared with those there.
#include "strings.h"

int main(void) {
  INTO(scratch);
  return 0;
}

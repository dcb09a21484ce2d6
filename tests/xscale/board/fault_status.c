// fails: control-core: the ARM program ended with status 3
// fails: failed
#include "board.h"

int main(void) {
  return 3;
  return 0;
}

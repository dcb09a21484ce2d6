// fails: the ARM program uses ring 9, which was not set up
// fails: failed
#include "board.h"

int main(void) {
  ring_put(9, 1);
  return 0;
}

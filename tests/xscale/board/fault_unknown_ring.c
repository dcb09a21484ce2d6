// fails: the ARM program uses ring 9, which nobody has set up
// fails: failed
#include "board.h"

int main(void) {
  ring_put(9, 1);
  return 0;
}

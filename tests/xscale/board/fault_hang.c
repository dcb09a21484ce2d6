// fails: a branch to itself
// fails: with interrupts masked
#include "board.h"

int main(void) {
  interrupts_mask(); for (;;) __asm__ volatile("");
  return 0;
}

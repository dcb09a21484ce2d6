// fails: XScale: undefined instruction at pc 0x
// fails: 7f000f0
#include "board.h"

int main(void) {
  __asm__ volatile(".word 0xe7f000f0");
  return 0;
}

// fails: XScale: data abort at pc 0x
// fails: address 0xdead0000
#include "board.h"

int main(void) {
  (void)*(volatile u32 *)0xdead0000;
  return 0;
}

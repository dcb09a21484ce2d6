// With faults = "handled" the vectors get them; the library's vectors lead nowhere.
// xscale: faults = "handled"
// fails: a branch to itself
// fails: last fault: data abort at pc 0x
#include "board.h"

int main(void) {
  (void)*(volatile u32 *)0xdead0000;
  return 0;
}

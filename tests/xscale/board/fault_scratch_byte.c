// fails: XScale: data abort at pc 0x
// fails: address 0xca000003
#include "board.h"

int main(void) {
  *(volatile u8 *)&SCRATCH(3) = 1;
  return 0;
}

// fails: XScale: data abort at pc 0x
// fails: address 0xc4000000
#include "board.h"

int main(void) {
  REGISTER(0xc4000000) = 1;
  return 0;
}

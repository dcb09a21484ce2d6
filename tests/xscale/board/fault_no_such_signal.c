// fails: XScale: data abort at pc 0x
// fails: address 0xc000401c
#include "board.h"

int main(void) {
  signal_thread(4, 0, 5);
  return 0;
}

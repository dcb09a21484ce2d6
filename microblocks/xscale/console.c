/* The console is the UART, which never makes anybody wait here. */
#include "board.h"

#define UART(number) REGISTER(0xc0030000u + 4 * (number))
#define LINE_STATUS 5
#define EMPTY 0x20

void console_put(char c) {
  while (!(UART(LINE_STATUS) & EMPTY)) {
  }
  UART(0) = (u8)c;
}

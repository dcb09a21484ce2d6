// system: system.toml
// options: --run-contexts=1
// expect: 0x11223344 0x22 0x11aa3344
// Memory is big-endian: the byte at a longword's address is its bits 31:24. Only whole longwords are
// read; writing a byte of one costs a read first, or an override word with a byte mask.
#include "memories.h"

int main(void) {
  volatile __sram unsigned char *bytes = (volatile __sram unsigned char *)SRAM_AT(0x3000);
  poke(0x3000, 0x11223344);
  result(peek(0x3000));
  result(bytes[1]);
  bytes[1] = 0xaa;
  result(peek(0x3000));
  return 0;
}

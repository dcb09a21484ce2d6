// expect: the host
// Bytes put between constants, of which the highest and the lowest bit are set.
#include "test.h"

int main(void) {
  const unsigned v = unknown(0x89abcdef);
  result(0xae000101u | (v & 0xff) << 16);
  result(0xae00ff01u | (unsigned)(unsigned char)(v >> 8) << 16);
  result(0x80000001u | (v & 0xffff) << 8);
  result(0xff000000u | (v >> 8 & 0xff));
  result((v & 0xff00ff00u) | 0x00810001u);
  result((v & 0x00ffffffu) | 0x81000000u);
}

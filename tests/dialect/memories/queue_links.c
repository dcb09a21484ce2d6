// system: system.toml
// options: --run-contexts=1
// expect: 0x8000c008 0x8000c010 0x33 0x12 0x22 0x32
// The link to the next buffer is longword 0 of a buffer's descriptor; the last one's is not written, and
// the other longwords are software's.
#include "memories.h"

int main(void) {
  for (unsigned i = 0; i < 3; ++i) {
    poke(BUFFER_A + 8 * i, 0x11 * (i + 1));
    poke(BUFFER_A + 8 * i + 1, 0x10 * (i + 1) + 2);
  }
  enqueue(8, BUFFER_A);
  enqueue(8, BUFFER_B);
  enqueue(8, BUFFER_C);
  settle();
  for (unsigned i = 0; i < 2; ++i)
    for (unsigned k = 0; k < 3; ++k)
      result(peek(BUFFER_A + 8 * k + i));
  return 0;
}

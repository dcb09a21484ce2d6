// system: system.toml
// options: --run-contexts=1
// expect: 0 0 0 0x8000c000 0xc008 2 0x8000c000 0x8000c008 0
// Head, tail and count of a queue are in the array alone; memory has them when write_qdesc says so. There
// is no command that only looks at the head.
#include "memories.h"

int main(void) {
  enqueue(8, BUFFER_A);
  enqueue(8, BUFFER_B);
  settle();
  for (unsigned i = 0; i < 3; ++i)
    result(peek(0x2000 + i)); /* as boot software left it */
  sram_write_qdesc(sram_queue(0, 8, 0x2000));
  settle();
  for (unsigned i = 0; i < 3; ++i)
    result(peek(0x2000 + i));
  for (unsigned i = 0; i < 3; ++i)
    result(dequeue(8));
  return 0;
}

// system: system.toml
// options: --run-contexts=1
// expect: 0x80004000 0x80004008 0x80004010 0x80004008 0
// A free list is a queue of empty buffers: first in, first out. Handles have EOP: cut
// them to 24 bits to free them.
#include "memories.h"

int main(void) {
  unsigned a = dequeue(0), b = dequeue(0), c;
  result(a);
  result(b);
  enqueue(0, b & 0xffffff);
  c = dequeue(0);
  result(c);
  for (unsigned i = 0; i < 13; ++i)
    dequeue(0);
  result(dequeue(0)); /* the one that was freed comes last */
  result(dequeue(0));
  return 0;
}

// system: system.toml
// options: --run-contexts=1
// expect: 0x80004000 0x80004000 0x80004000
// hazards: double-free buffer-in-use
// A buffer that is freed twice in a row is linked to itself: the list returns it every time.
#include "memories.h"

int main(void) {
  unsigned a = 0;
  for (unsigned i = 0; i < 16; ++i)
    a = i == 0 ? dequeue(0) : (dequeue(0), a);
  result(a);
  enqueue(0, a & 0xffffff);
  enqueue(0, a & 0xffffff);
  settle();
  result(dequeue(0));
  result(dequeue(0));
  return 0;
}

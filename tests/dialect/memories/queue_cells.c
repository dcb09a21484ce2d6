// system: system.toml
// options: --run-contexts=1
// expect: 0x8200c000 0x8100c000 0x8000c000 0x8000c008 0 0x8200c000 0x8000c008 0
// A buffer with n cells is dequeued n times, its count falling; with QC_IGN_SEG_CNT once.
#include "memories.h"

static void load(void) {
  poke(BUFFER_A, EOP | BUFFER_B);
  load_queue(EOP | CELLS(3) | BUFFER_A, BUFFER_B, 2);
}

int main(void) {
  load();
  for (unsigned i = 0; i < 5; ++i)
    result(dequeue(8));
  set_control(IGNORE_CELLS);
  load();
  for (unsigned i = 0; i < 3; ++i)
    result(dequeue(8));
  return 0;
}

// system: system.toml
// options: --run-contexts=1
// expect: 0x8000c000 0x8000c008 0 0xca00c010
// A dequeue returns a handle: EOP, SOP, cells - 1 and the longword address of the buffer.
#include "memories.h"

int main(void) {
  enqueue(8, BUFFER_A);
  enqueue(8, BUFFER_B);
  result(dequeue(8)); /* a plain enqueue: EOP, no SOP, one cell */
  result(dequeue(8));
  result(dequeue(8)); /* empty: 0 */
  load_queue(EOP | SOP | CELLS(11) | BUFFER_C, BUFFER_C, 1);
  result(dequeue(8));
  return 0;
}

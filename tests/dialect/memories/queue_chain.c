// system: system.toml
// options: --run-contexts=1
// expect: 2 0x8000c000 0x8000c008 0x8000c010
// enqueue_tail moves the tail to the end of a chain linked by software to an enqueued buffer; the
// count stays as it is.
#include "memories.h"

int main(void) {
  poke(BUFFER_A, EOP | BUFFER_B);
  enqueue(8, BUFFER_A);
  sram_enqueue_tail(sram_queue(0, 8, BUFFER_B));
  enqueue(8, BUFFER_C); /* its link goes to the new tail */
  sram_write_qdesc_count(sram_queue(0, 8, 0x2000));
  settle();
  result(peek(0x2002));
  result(dequeue(8));
  result(dequeue(8));
  result(peek(BUFFER_B));
  return 0;
}

// system: system.toml
// options: --run-contexts=1
// expect: 0x4000c000 1 0xc008 1 0x8000c010 0 0 0x4000c000 0 0
// The count of a queue counts packets: a buffer without EOP leaves it as it is. With QC_IGN_EOP it counts
// buffers, so of a packet of three the first empties the queue.
#include "memories.h"

static void load_packet(void) { /* of three buffers */
  poke(BUFFER_A, BUFFER_B);
  poke(BUFFER_B, EOP | BUFFER_C);
  load_queue(SOP | BUFFER_A, BUFFER_C, 1);
}
static unsigned count(void) { /* write_qdesc is in order behind the dequeues */
  sram_write_qdesc_count(sram_queue(0, 8, 0x2000));
  settle();
  return peek(0x2002);
}

int main(void) {
  load_packet();
  for (unsigned i = 0; i < 3; ++i) {
    result(dequeue(8));
    result(count());
  }
  result(dequeue(8));
  set_control(IGNORE_EOP);
  load_packet();
  for (unsigned i = 0; i < 3; ++i)
    result(dequeue(8));
  return 0;
}

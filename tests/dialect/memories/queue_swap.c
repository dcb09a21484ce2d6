// system: system.toml
// options: --run-contexts=1
// expect: 0x8000c008 0x8000c000 0 0x8000c000 1
// More queues than entries: write_qdesc saves a queue, rd_qdesc_head and rd_qdesc_other load one.
#include "memories.h"

#define SAVED 0x3000 /* descriptors of two queues, four longwords each */

static void save(unsigned which) { sram_write_qdesc(sram_queue(0, 8, SAVED + which * 4)); }
static void load(unsigned which) {
  __xread unsigned head[2]; /* link word of the first buffer, count */
  SIGNAL s;
  sram_read_qdesc_head(head, sram_queue(0, 8, SAVED + which * 4), 2, ctx_swap, &s);
  sram_read_qdesc_other(sram_queue(0, 8, SAVED + which * 4));
}

int main(void) {
  __xread unsigned head[2];
  SIGNAL s;
  for (unsigned i = 0; i < 4; ++i)
    poke(SAVED + 4 + i, 0); /* queue 1 is empty: four longwords of 0 */
  enqueue(8, BUFFER_A);
  save(0);
  settle();
  load(1);
  enqueue(8, BUFFER_B);
  result(dequeue(8)); /* of queue 1 */
  save(1);
  settle();
  load(0);
  result(dequeue(8)); /* of queue 0 */
  result(dequeue(8));
  enqueue(8, BUFFER_A);
  save(0);
  settle();
  sram_read_qdesc_head(head, sram_queue(0, 9, SAVED), 2, ctx_swap, &s);
  result(head[0]);
  result(head[1]);
  return 0;
}

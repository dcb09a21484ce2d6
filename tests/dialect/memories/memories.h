/* Helpers of the programs of this folder. Words of SRAM by their longword address, as the queue
   array names buffers. */
#ifndef MEMORIES_H
#define MEMORIES_H
#include "../programs/test.h"

#define SRAM_AT(longword) ((volatile __sram unsigned *)((longword) * 4))

static __noinline unsigned peek(unsigned longword) { return *SRAM_AT(longword); }
static __noinline void poke(unsigned longword, unsigned value) { *SRAM_AT(longword) = value; }

/* Buffers for queues that no free list knows. */
#define BUFFER_A 0xc000
#define BUFFER_B 0xc008
#define BUFFER_C 0xc010

static __noinline void enqueue(unsigned entry, unsigned buffer) {
  sram_enqueue(sram_queue(0, entry, buffer));
}
static __noinline unsigned dequeue(unsigned entry) {
  __xread unsigned handle;
  SIGNAL s;
  sram_dequeue(&handle, sram_queue(0, entry, 0), ctx_swap, &s);
  return handle;
}
/* Queue commands of one entry take effect in order. An enqueue without a signal may write memory
   later: this waits until it has. */
static __noinline void settle(void) { sleep(400); }

/* A queue made by software, in memory: first link word, last buffer, packets. Into entry 8. */
static __noinline void load_queue(unsigned first, unsigned last, unsigned packets) {
  __xread unsigned head[2];
  SIGNAL s;
  poke(0x2000, first);
  poke(0x2001, last);
  poke(0x2002, packets);
  sram_read_qdesc_head(head, sram_queue(0, 8, 0x2000), 2, ctx_swap, &s);
  sram_read_qdesc_other(sram_queue(0, 8, 0x2000));
}
#define EOP (1u << 31)
#define SOP (1u << 30)
#define CELLS(n) (((n) - 1) << 24)

static __noinline void set_control(unsigned bits) {
  __xread unsigned before;
  __xwrite unsigned now;
  SIGNAL s;
  sram_csr_read(&before, (volatile void __sram *)0, ctx_swap, &s);
  now = before | bits;
  sram_csr_write(&now, (volatile void __sram *)0, ctx_swap, &s);
}
#define IGNORE_CELLS (1 << 13) /* QC_IGN_SEG_CNT */
#define IGNORE_EOP (1 << 14)   /* QC_IGN_EOP */
#endif

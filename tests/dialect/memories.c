// Programs of docs/memories.md, sections of this file (tests/sections.py): each demonstrates a
// statement of that page. The chip and helpers come first.

//--- system.toml
# The chip of docs/memories.md: a free list in entry 0, queues in entries 8 and 9, an SRAM ring in
# entry 4, a scratch ring.
[[microengine]]
at = "0:0"
image = "program.c"
start = 0x01

[ring.2]
base = 0x1000
size = 128

[boot]
freelist = { entry = 0, buffers = 16, descriptor_base = 0x10000, data_base = 0x100000 }
queue = [{ entry = 8, descriptor = 0x8000 }, { entry = 9, descriptor = 0x8010 }]
sram_ring = { entry = 4, base = 0x20000, size = 512 }

//--- memories.h
/* Helpers of the programs of this folder. Words of SRAM by their longword address, as the queue
   array names buffers. */
#ifndef MEMORIES_H
#define MEMORIES_H
#include "test.h"

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

//--- double_free.c
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

//--- dram_aligned.c
// system: system.toml
// options: --run-contexts=1
// expect: 1 2
// hazards: bad-address
// A DRAM address that is no multiple of 8 is a mistake. The chip ignores its low bits.
#include "memories.h"

int main(void) {
  volatile __dram unsigned *at = (volatile __dram unsigned *)0x200000;
  __declspec(dram_write_reg) unsigned a[2];
  __declspec(dram_read_reg) unsigned got[2];
  SIGNAL_PAIR p;
  a[0] = 1;
  a[1] = 2;
  dram_write(a, at, 1, sig_done, &p);
  wait_for_all(&p);
  dram_read(got, (volatile void __dram *)(0x200004 + unknown_zero()), 1, sig_done, &p);
  wait_for_all(&p);
  result(got[0]);
  result(got[1]);
  return 0;
}

//--- dram_banks.c
// system: system.toml
// options: --run-contexts=1
// expect: 1 1
// A bank opens a row every dram.t_rc, and banks change every 128 bytes: eight reads in one bank
// take as long as seven row cycles and more, over the four banks less than half of that.
#include "memories.h"

static __noinline unsigned time_of(unsigned stride) { /* in cycles: eight reads, four at once */
  __declspec(dram_read_reg) unsigned a[2], b[2], c[2], d[2];
  SIGNAL_PAIR s1, s2, s3, s4;
  unsigned at = 0x200000, begin = profile_count_start();
  for (unsigned i = 0; i < 2; ++i, at += 4 * stride) {
    dram_read(a, (volatile __dram unsigned *)at, 1, sig_done, &s1);
    dram_read(b, (volatile __dram unsigned *)(at + stride), 1, sig_done, &s2);
    dram_read(c, (volatile __dram unsigned *)(at + 2 * stride), 1, sig_done, &s3);
    dram_read(d, (volatile __dram unsigned *)(at + 3 * stride), 1, sig_done, &s4);
    wait_for_all(&s1, &s2, &s3, &s4);
  }
  return profile_count_stop(begin);
}

int main(void) {
  unsigned one = time_of(4 * 128), four = time_of(128);
  result(one >= 2 * (120 + 3 * 40));
  result(four < one - 2 * 2 * 40);
  return 0;
}

//--- dram_order.c
// system: system.toml
// options: --run-contexts=1
// expect: 1 2 3 4 5 2 3 4
// DRAM moves quadwords. Commands to the same address happen in the order in which they were issued.
#include "memories.h"

int main(void) {
  volatile __dram unsigned *at = (volatile __dram unsigned *)0x200000;
  __declspec(dram_write_reg) unsigned a[4], b[2];
  __declspec(dram_read_reg) unsigned first[4], then[4];
  SIGNAL_PAIR s1, s2, s3, s4;
  for (unsigned i = 0; i < 4; ++i)
    a[i] = i + 1;
  b[0] = 5;
  b[1] = 2;
  dram_write(a, at, 2, sig_done, &s1);
  dram_read(first, at, 2, sig_done, &s2);
  dram_write(b, at, 1, sig_done, &s3);
  dram_read(then, at, 2, sig_done, &s4);
  wait_for_all(&s1, &s2, &s3, &s4);
  for (unsigned i = 0; i < 4; ++i)
    result(first[i]);
  for (unsigned i = 0; i < 4; ++i)
    result(then[i]);
  return 0;
}

//--- free_list.c
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

//--- latencies.c
// system: system.toml
// options: --run-contexts=1
// expect: 1 1 1 1 1 1 1 1
// Latency of a command from its issue to its signal with nothing else in flight: the parameter,
// and a few instructions around it.
#include "memories.h"

#define ABOUT(cycles, command)                                                                     \
  do {                                                                                             \
    unsigned begin = profile_count_start(), taken;                                                 \
    command;                                                                                       \
    taken = profile_count_stop(begin);                                                             \
    result(taken >= (cycles) && taken <= (cycles) + 16);                                           \
  } while (0)

int main(void) {
  __xread unsigned in[2];
  __xwrite unsigned out[2];
  __declspec(dram_read_reg) unsigned d_in[2];
  __declspec(dram_write_reg) unsigned d_out[2];
  SIGNAL s;
  SIGNAL_PAIR p;
  out[0] = out[1] = d_out[0] = d_out[1] = 0;
  ABOUT(60, scratch_read(in, (volatile void __scratch *)0x400, 1, ctx_swap, &s));
  ABOUT(62, scratch_get_ring(in, scratch_ring(2), 1, ctx_swap, &s));
  ABOUT(90, sram_read(in, SRAM_AT(0x3000), 1, ctx_swap, &s));
  ABOUT(53, sram_write(out, SRAM_AT(0x3000), 1, ctx_swap, &s));
  ABOUT(100, sram_dequeue(in, sram_queue(0, 8, 0), ctx_swap, &s));
  ABOUT(96, sram_get_ring(in, sram_ring(0, 4), 1, ctx_swap, &s));
  ABOUT(120, (dram_read(d_in, (volatile void __dram *)0x200000, 1, sig_done, &p), wait_for_all(&p)));
  ABOUT(55, (dram_write(d_out, (volatile void __dram *)0x200000, 1, sig_done, &p), wait_for_all(&p)));
  return 0;
}

//--- queue_cells.c
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

//--- queue_chain.c
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

//--- queue_handles.c
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

//--- queue_links.c
// system: system.toml
// options: --run-contexts=1
// expect: 0x8000c008 0x8000c010 0x33 0x12 0x22 0x32
// The link to the next buffer is longword 0 of a buffer's descriptor; the last one's is not
// written, and the other longwords are software's.
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

//--- queue_no_peek.c
// system: system.toml
// options: --run-contexts=1
// expect: 0 0 0 0x8000c000 0xc008 2 0x8000c000 0x8000c008 0
// Head, tail and count of a queue are in the array alone; memory has them when write_qdesc says
// so. There is no command that only looks at the head.
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

//--- queue_packets.c
// system: system.toml
// options: --run-contexts=1
// expect: 0x4000c000 1 0xc008 1 0x8000c010 0 0 0x4000c000 0 0
// The count of a queue counts packets: a buffer without EOP leaves it as it is. With QC_IGN_EOP it
// counts buffers, so of a packet of three the first empties the queue.
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

//--- queue_swap.c
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

//--- sram_atomic.c
// system: system.toml
// options: --run-contexts=1
// expect: 5 6 6 0x16 0x16 0xff 0x2016
// Atomic operations change a longword and, in their test_and_ form, return its value before, with a
// pair of signals.
#include "memories.h"

int main(void) {
  __declspec(sram_read_write_reg) unsigned x;
  SIGNAL_PAIR p;
  poke(0x3000, 5);
  sram_test_and_incr(&x, SRAM_AT(0x3000), sig_done, &p);
  wait_for_all(&p);
  result(x);
  result(peek(0x3000));
  x = 0x10;
  sram_test_and_set(&x, SRAM_AT(0x3000), sig_done, &p);
  wait_for_all(&p);
  result(x);
  result(peek(0x3000));
  x = 0xff;
  sram_swap(&x, SRAM_AT(0x3000), sig_done, &p);
  wait_for_all(&p);
  result(x);
  result(peek(0x3000));
  x = 0x1f17;
  sram_test_and_add(&x, SRAM_AT(0x3000), sig_done, &p);
  wait_for_all(&p);
  result(peek(0x3000));
  return 0;
}

//--- sram_bytes.c
// system: system.toml
// options: --run-contexts=1
// expect: 0x11223344 0x22 0x11aa3344
// Memory is big-endian: the byte at a longword's address is its bits 31:24. Only whole longwords
// are read; writing a byte of one costs a read first, or an override word with a byte mask.
#include "memories.h"

int main(void) {
  volatile __sram unsigned char *bytes = (volatile __sram unsigned char *)SRAM_AT(0x3000);
  poke(0x3000, 0x11223344);
  result(peek(0x3000));
  result(bytes[1]);
  bytes[1] = 0xaa;
  result(peek(0x3000));
  return 0;
}

//--- sram_order.c
// system: system.toml
// options: --run-contexts=1
// expect: 3 1 2 3
// A read after a write of the same longwords reads the data written, also without waiting; writes
// of the same longword happen in the order in which they were issued.
#include "memories.h"

int main(void) {
  __xwrite unsigned a[3], b;
  __xread unsigned got[3], one;
  SIGNAL s1, s2, s3, s4;
  poke(0x3000, 9);
  a[0] = 1;
  a[1] = 2;
  a[2] = 3;
  b = 3;
  sram_write(a, SRAM_AT(0x3000), 3, sig_done, &s1);
  sram_read(got, SRAM_AT(0x3000), 3, sig_done, &s2);
  sram_write(&b, SRAM_AT(0x3000), 1, sig_done, &s3);
  sram_read(&one, SRAM_AT(0x3000), 1, sig_done, &s4);
  wait_for_all(&s1, &s2, &s3, &s4);
  result(one);
  for (unsigned i = 0; i < 3; ++i)
    result(got[i]);
  return 0;
}

//--- sram_ring.c
// system: system.toml
// options: --run-contexts=1
// expect: 0x80000000 0x80000002 7 8 9 0 0 0x1ff 0x80000001
// A put into an SRAM ring answers with a status: [31] stored, [23:0] longwords that were there. A
// get from an empty ring gives zeros. A put without room stores nothing.
#include "memories.h"

static __noinline unsigned put(unsigned value, unsigned words) {
  __declspec(sram_read_write_reg) unsigned x[4];
  SIGNAL_PAIR p;
  for (unsigned i = 0; i < 4; ++i)
    x[i] = value + i;
  if (words == 1)
    sram_put_ring(x, sram_ring(0, 4), 1, sig_done, &p);
  else if (words == 2)
    sram_put_ring(x, sram_ring(0, 4), 2, sig_done, &p);
  else
    sram_put_ring(x, sram_ring(0, 4), 4, sig_done, &p);
  wait_for_all(&p);
  return x[0];
}

int main(void) {
  __xread unsigned got[5];
  SIGNAL s;
  unsigned status;
  result(put(7, 2));
  result(put(9, 1));
  sram_get_ring(got, sram_ring(0, 4), 3, ctx_swap, &s);
  for (unsigned i = 0; i < 3; ++i)
    result(got[i]);
  sram_get_ring(got, sram_ring(0, 4), 2, ctx_swap, &s);
  for (unsigned i = 0; i < 2; ++i)
    result(got[i]);
  put(1, 1);
  put(1, 2);
  for (unsigned i = 0; i < 127; ++i)
    put(1, 4);
  result(put(5, 4)); /* 511 of 512 are there */
  for (unsigned i = 0; i < 102; ++i)
    sram_get_ring(got, sram_ring(0, 4), 5, ctx_swap, &s);
  result(put(5, 4));
  return 0;
}

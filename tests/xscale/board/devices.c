// The address map, seen by a program; one line for each kind of device.
// toml: [boot]
// toml: rbuf = false
// toml: freelist = { entry = 2, buffers = 3, descriptor_base = 0x1000, data_base = 0x100000 }
// expect: product 210
// expect: dram 11223344 11 33 1122 3344 1155aa77
// expect: sram 89abcdef 89 cdef 01abcd02
// expect: scratch 5 12 f0 ff 0f 0c
// expect: swap 0c 63
// expect: ring 2 41 43 0
// expect: ring csr 40001000 0 8
// expect: queue 80000400 80000408 80000410 0 80000408 0
// expect: sram ring 77
// expect: hash 00000001 00000000 5e5e
// expect: gpio 5 f
// expect: csr 80 7 f0000c0300 1
// expect: transfer 0 msf 124
// expect: flash ffffffff
// expect: ticks 3
#include "board.h"

static volatile int ticks;
static void tick(void) {
  TIMER_CLEAR(0) = 1;
  ++ticks;
}

static volatile u8 *bytes_of(volatile u32 *at) { return (volatile u8 *)at; }
static volatile u16 *halves_of(volatile u32 *at) { return (volatile u16 *)at; }
/* Index of byte n of a longword, counted from the most significant. */
#ifdef __ARMEB__
#define BYTE(n) (n)
#define HALF(n) (n)
#else
#define BYTE(n) (3 - (n))
#define HALF(n) (1 - (n))
#endif

static void memories(void) {
  volatile u32 *at = &DRAM(0x200000);
  *at = 0x11223344;
  printf("dram %x %x %x %x %x", *at, bytes_of(at)[BYTE(0)], bytes_of(at)[BYTE(2)],
         halves_of(at)[HALF(0)], halves_of(at)[HALF(1)]);
  bytes_of(at)[BYTE(1)] = 0x55;
  halves_of(at)[HALF(1)] = 0xaa77;
  printf(" %x\n", *at);
  at = &SRAM(1, 0x40);
  *at = 0x89abcdef;
  printf("sram %x %x %x", *at, bytes_of(at)[BYTE(0)], halves_of(at)[HALF(1)]);
  bytes_of(at)[BYTE(0)] = 1, bytes_of(at)[BYTE(3)] = 2;
  printf(" %8x\n", *at);
  SCRATCH(0x20) = 5;
  const u32 before = scratch_fetch_add(0x20, 7);
  printf("scratch %x %d", before, SCRATCH(0x20));
  SCRATCH(0x24) = 0xf0;
  *SCRATCH_SET(0x24) = 0x0f;
  printf(" f0 %x", SCRATCH(0x24));
  *SCRATCH_CLEAR(0x24) = 0xf0;
  printf(" %2x", SCRATCH(0x24));
  *SCRATCH_SUBTRACT(0x24) = 3;
  printf(" %2x\n", SCRATCH(0x24));
  const u32 old = swap(&SCRATCH(0x24), 99);
  printf("swap %2x %x\n", old, SCRATCH(0x24));
}

static void rings(void) {
  ring_set_up(3, 0x1000, 256, 0);
  ring_put(3, 0x41);
  ring_put(3, 0x43);
  const u32 n = ring_words(3), a = ring_get(3), b = ring_get(3), c = ring_get(3);
  printf("ring %d %x %x %x\n", n, a, b, c);
  ring_put(3, 1);
  printf("ring csr %x %x %x\n", RING_BASE(3), RING_HEAD(3) - 8, RING_TAIL(3) - 4);
  u32 got[4];
  for (int i = 0; i < 4; ++i)
    got[i] = dequeue(0, 2);
  printf("queue %x %x %x %x", got[0], got[1], got[2], got[3]);
  for (int i = 0; i < 3; ++i)
    enqueue(0, 2, (got[i] & 0xffffff) << 2);
  queue_set_up(1, 5, 0x800);
  enqueue(1, 5, 0x1020);
  const u32 first = dequeue(1, 5), second = dequeue(1, 5);
  printf(" %x %x\n", first, second);
  SRAM(1, 0x4000) = 77;
  queue_ring_set_up(1, 6, 0x4000, 2048);
  printf("sram ring %d\n", SRAM(1, 0x4000));
}

static void others(void) {
  CAP(0x4908) = 1, CAP(0x490c) = 0; /* HASH_MULTIPLIER_64: times 1 */
  INTERRUPTS(0x414) = 0x5e5e;
  INTERRUPTS(0x410) = 1;
  printf("hash %8x %8x %x\n", INTERRUPTS(0x410), INTERRUPTS(0x414) ^ 0x5e5e, INTERRUPTS(0x414));
  REGISTER(0xc0010008) = 0x05; /* GPIO: two outputs, all high */
  REGISTER(0xc0010014) = 0x0f;
  printf("gpio %x %x\n", REGISTER(0xc0010000), REGISTER(0xc0010010));
  ME_CSR(0x11, 0x084) = 0x80 | 7; /* NN_GET has 7 bits */
  ME_CSR(0x11, 0x000) = 0x80000000;
  ME_CSR(0x11, 0x004) = 0x000c0300;
  ME_CSR(0x11, 0x008) = 0xf0;
  const u32 next = ME_CSR(0x11, 0x000) & 0xff;
  ME_CSR(0x11, 0x000) = 0x80000000;
  printf("csr 80 %x %x%8x %d\n", ME_CSR(0x11, 0x084), ME_CSR(0x11, 0x008) & 0xff,
         ME_CSR(0x11, 0x004), next);
  for (u32 e = 1; e < 128; ++e)
    if (e % 9 || e > 27) MSF(0x44) = e;
  printf("transfer %d msf 124\n", ME_TRANSFER(2, 17));
}

int main(void) {
  printf("product %x\n", CAP(0x4a00));
  memories();
  rings();
  others();
  printf("flash %x\n", FLASH(0));
  interrupt_handle(IRQ_TIMER1, tick);
  timer_start(0, 500);
  interrupts_unmask();
  while (ticks < 3)
    wait_for_interrupt();
  printf("ticks %d\n", ticks);
  return 0;
}

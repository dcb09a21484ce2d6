/* The chip as an ARM program of the control core sees it. Addresses: docs/xscale.md. Time passes in
   every access beyond the program's own memory. */
#ifndef BOARD_H
#define BOARD_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long long u64;

#define REGISTER(address) (*(volatile u32*)(address))

/* ---- Memories, by byte offset. */
#define DRAM(offset) REGISTER(offset)
#define SRAM(channel, offset) REGISTER(0x80000000u + ((channel) << 28) + (offset))
#define SCRATCH(offset) REGISTER(0xca000000u + (offset))
#define FLASH(offset) REGISTER(0xc4000000u + (offset))
/* Byte n of flash, independent of the program's byte order. */
static inline u32 flash_byte(u32 n) {
  return FLASH(n & ~3u) >> (24 - 8 * (n & 3)) & 0xff;
}

/* Atomic with respect to microengines; swap and the like return the previous value. */
static inline u32 swap(volatile u32* at, u32 value) {
  u32 old;
  __asm__ volatile("swp %0, %1, [%2]" : "=&r"(old) : "r"(value), "r"(at) : "memory");
  return old;
}
#define SCRATCH_SET(offset) ((volatile u32*)(0xca400000u + (offset)))
#define SCRATCH_CLEAR(offset) ((volatile u32*)(0xca800000u + (offset)))
#define SCRATCH_ADD(offset) ((volatile u32*)(0xcac00000u + (offset)))
#define SCRATCH_SUBTRACT(offset) ((volatile u32*)(0xcb000000u + (offset)))
static inline void scratch_add(u32 offset, u32 value) {
  *SCRATCH_ADD(offset) = value;
}
static inline u32 scratch_fetch_add(u32 offset, u32 value) {
  return swap(SCRATCH_ADD(offset), value);
}

/* ---- Scratch rings. A get from an empty ring gives 0; a put into a full one destroys its content:
   call ring_room() first, unless others leave space. */
#define CAP(offset) REGISTER(0xc0000000u + (offset))
#define RING_BASE(ring) CAP(0x4800u + 16 * (ring))
#define RING_HEAD(ring) CAP(0x4804u + 16 * (ring))
#define RING_TAIL(ring) CAP(0x4808u + 16 * (ring))
static inline u32 ring_get(u32 ring) {
  return REGISTER(0xcb400000u + 4 * ring);
}
static inline void ring_put(u32 ring, u32 word) {
  REGISTER(0xcb400000u + 4 * ring) = word;
}
/* longwords: 128, 256, 512, 1024; base: a multiple of the ring's bytes. The ring is empty then. */
void ring_set_up(u32 ring, u32 base, u32 longwords, int status_empty);
u32 ring_words(u32 ring); /* longwords in it; 0 when it is empty or exactly full */

/* ---- The queue array of an SRAM channel: entries 0 to 63. */
#define QUEUE(channel, entry) REGISTER(0xcc000100u + ((channel) << 22) + 4 * (entry))
/* The buffer with its descriptor at that byte address; a link word (rings/packet.h), 0: empty. */
static inline void enqueue(u32 channel, u32 entry, u32 descriptor) {
  QUEUE(channel, entry) = descriptor;
}
static inline u32 dequeue(u32 channel, u32 entry) {
  return QUEUE(channel, entry);
}
/* An empty queue with its descriptor there; an empty ring of 512 to 65536 longwords. */
void queue_set_up(u32 channel, u32 entry, u32 descriptor);
void queue_ring_set_up(u32 channel, u32 entry, u32 base, u32 longwords);

/* ---- The MSF by register offset; RBUF and TBUF from 0x2000 on. */
#define MSF(offset) REGISTER(0xc8000000u + (offset))

/* ---- Microengines by number, 0 to 3 and 0x10 to 0x13. */
#define ME_CSR(me, offset) CAP(0x18000u + ((me) << 10) + (offset))
#define ME_TRANSFER(me, number) CAP(0x8000u + ((me) << 10) + 4 * (number))
static inline void signal_thread(u32 me, u32 context, u32 signal) {
  CAP(0x401c) = me << 7 | context << 4 | signal;
}

/* ---- Booting the chip from flash ([xscale] boot): boot_set_up() executes [boot] and loads the
   microengines, boot_release() starts them. Both return 0, or print an error and return another
   value. */
enum {
  BOOT_END,
  BOOT_RING,
  BOOT_QUEUE,
  BOOT_SRAM_RING,
  BOOT_FREELIST,
  BOOT_MEMORY,
  BOOT_RING_WORDS,
  BOOT_RBUF,
  BOOT_MSF_REGISTER,
  BOOT_IMAGES,
  BOOT_LOCAL_CSR,
  BOOT_START
};
int boot_set_up(void);
int boot_release(void);
/* The images of a UOF file in flash, from that byte on, into the control stores of microengines,
   and the memory that they initialise. */
int uof_load(u32 offset);

/* ---- Interrupts. A source is a bit of RAW_STATUS. */
#define INTERRUPTS(offset) REGISTER(0xd6000000u + (offset))
enum {
  IRQ_UART = 2,
  IRQ_GPIO,
  IRQ_TIMER1,
  IRQ_ATTENTION = 14,
  IRQ_THREADS_A = 16,
  IRQ_THREADS_B = 24
};
/* Threads of a cluster that interrupted: bit context + 8 * microengine. Written ones clear. */
#define THREADS_A(cluster) INTERRUPTS(0x60u + 8 * (cluster))
#define THREADS_B(cluster) INTERRUPTS(0x80u + 8 * (cluster))
#define THREADS_A_ENABLE(cluster) INTERRUPTS(0x160u + 8 * (cluster))
#define THREADS_B_ENABLE(cluster) INTERRUPTS(0x180u + 8 * (cluster))
void interrupt_handle(u32 source, void (*handler)(void)); /* and enables it */
void interrupts_unmask(void);
void interrupts_mask(void);
void wait_for_interrupt(void); /* also for one that is masked: it is handled after the unmasking */

/* ---- Timers 0 to 3, 50 MHz; the interrupt of timer n is IRQ_TIMER1 + n. */
#define TIMER_CONTROL(n) REGISTER(0xc0020000u + 4 * (n))
#define TIMER_LOAD(n) REGISTER(0xc0020010u + 4 * (n))
#define TIMER_VALUE(n) REGISTER(0xc0020020u + 4 * (n))
#define TIMER_CLEAR(n) REGISTER(0xc0020030u + 4 * (n))
static inline void timer_start(u32 n, u32 clocks) { /* from interrupt to interrupt */
  TIMER_LOAD(n) = clocks - 1;
  TIMER_CONTROL(n) = 0x80;
}

/* ---- GPIO: eight pins, a bit each (emu/control/gpio.h has all registers). Detected edges stay
   until written ones clear them; the interrupt is IRQ_GPIO. */
#define GPIO(offset) REGISTER(0xc0010000u + (offset))
enum {
  GPIO_LEVEL = 0x00,
  GPIO_RISING = 0x1c,
  GPIO_FALLING = 0x20,
  GPIO_EDGES = 0x24,
  GPIO_INTERRUPT_SET = 0x38,
  GPIO_INTERRUPT_CLEAR = 0x3c
};

/* ---- The console. */
void console_put(char c);
int printf(const char* format, ...); /* %d %u %x %llx %s %c, with a width filled with zeros */
_Noreturn void exit(int status); /* the run fails unless it is 0; main() returning does it, too */

#endif

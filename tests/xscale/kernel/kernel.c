// A small operating system that tests the MMU, exceptions and devices that kernels use: two
// processes with pages that are copied when they write, a timer tick that changes between them, a
// console, and PCI cycles without a device. MISTAKE_.. ends it in one of several ways; with STAYS
// it runs on as kernels do.
typedef unsigned u32;

// As Linux describes a machine: its number first.
#ifdef IXDP2400
const u32 __mach_desc_IXDP2400[] = {242};
#else
const u32 __mach_desc_ENP2611[] = {356};
#endif

struct context { u32 r[15], pc, cpsr; };

#define REGISTER(address) (*(volatile u32 *)(address))
enum { UART = 0xf0030000, TIMER = 0xf0020000, INTERRUPTS = 0xf6000000, PCI = 0xfa010000 };
enum { USER = 0x10, PAGE = 4096, CODE_AT = 0x00100000, DATA_AT = 0x00200000, KERNEL = 0xc0000000 };
enum { SMALL_READ = 0xaae, SMALL_WRITE = 0xffe };   // pages: User reads, User writes

static void send(char c) { REGISTER(UART) = (u32)c; }
static void print(const char *text) {
  while (*text)
    send(*text++);
}
static void print_hex(u32 n) {
  for (int shift = 28; shift >= 0; shift -= 4)
    send("0123456789abcdef"[n >> shift & 15]);
}
static void say(const char *what, u32 n) {
  print(what);
  print_hex(n);
  print("\n");
}

static u32 tables[2][256] __attribute__((aligned(1024)));   // of 0x00100000, 0x00200000
static u32 frames[4][PAGE / 4] __attribute__((aligned(PAGE)));
static struct context waiting;
static u32 running, ticks, copies, exited, aborts_of_kernel;

static u32 physical(const void *p) { return (u32)p - KERNEL; }
static void flush(void) { __asm__ volatile("mcr p15, 0, %0, c8, c7, 0" ::"r"(0) : "memory"); }
static u32 fault_status(void) {
  u32 value;
  __asm__ volatile("mrc p15, 0, %0, c5, c0, 0" : "=r"(value));
  return value;
}
static u32 fault_address(void) {
  u32 value;
  __asm__ volatile("mrc p15, 0, %0, c6, c0, 0" : "=r"(value));
  return value;
}

// The page of data of the running process: shared, or its own copy.
static u32 pages[2];
static void map_data(u32 descriptor) {
  tables[1][0] = descriptor;
  flush();
}

static void change(struct context *c) {
  struct context next = waiting;
  waiting = *c;
  *c = next;
  running ^= 1;
  map_data(pages[running]);
}

// By power mode idle, which an interrupt ends, masked or not.
static __attribute__((unused)) void sleep_for_ever(void) {
  for (;;) {
    __asm__ volatile("mcr p14, 0, %0, c7, c0, 0" ::"r"(1));
    REGISTER(TIMER + 0x30) = 1;
  }
}
static void finish(void) {
  say("copies ", copies);
  say("ticks enough ", ticks > 10);
#ifdef MISTAKE_PANIC
  print("Kernel panic - not syncing: the test wants it\n");
#endif
#ifdef MISTAKE_JUMP
  ((void (*)(void))0xdeadbeec)();
#endif
#ifdef MISTAKE_LOOP
  __asm__ volatile("msr cpsr_c, #0xd3\n1: mov r0, r0\nb 1b");
#endif
#ifdef MISTAKE_SLEEP
  REGISTER(INTERRUPTS + 0x18) = ~0u;
  sleep_for_ever();
#endif
#ifdef MISTAKE_ABORT
  ((u32 *)(KERNEL + 0x4000))[0xfff] = 0;   // the vectors
  flush();
  REGISTER(0xdead0000) = 0;
#endif
#ifdef STAYS   // a long delay and a sleep with interrupts masked
  for (u32 n = 1u << 20; n; --n)
    __asm__ volatile("");
  print("sleeps\n");
  sleep_for_ever();
#endif
  register u32 status __asm__("r0") = 0;
  register u32 halt __asm__("r1") = 0x68616c74;
  __asm__ volatile("msr cpsr_c, #0xd3\n1: b 1b" ::"r"(status), "r"(halt));
}
// The running process ends.
static void leave(struct context *c) {
  exited |= 1u << running;
  if (exited == 3) finish();
  change(c);
}

void data_abort(struct context *c) {
  const u32 status = fault_status(), address = fault_address();
  if ((c->cpsr & 0x1f) != USER) {   // a probe of the kernel: the next instruction
    ++aborts_of_kernel;
    c->pc += 4;
    return;
  }
  if ((status & 0xf) != 0xf || address - DATA_AT >= PAGE) {
    say("process killed at ", address);
    leave(c);
    return;
  }
  u32 *copy = frames[1 + running];
  for (u32 i = 0; i < PAGE / 4; ++i)
    copy[i] = frames[0][i];
  ++copies;
  map_data(pages[running] = physical(copy) | SMALL_WRITE);
}
void prefetch_abort(struct context *c) {
  say("prefetch abort at ", c->pc);
  __asm__ volatile("msr cpsr_c, #0xd7\n1: b 1b");
}
// An instruction of a coprocessor that does not exist: r0 becomes 42.
void undefined_instruction(struct context *c) { c->r[0] = 42; }
void interrupt(struct context *c) {
  REGISTER(TIMER + 0x30) = 1;
  ++ticks;
  if (!(exited & 1u << (running ^ 1))) change(c);
}

// r7: 0 exits with r0, 1 prints r0.
void system_call(struct context *c) {
  if (c->r[7] == 1) return say(running ? "B " : "A ", c->r[0]);
  say(running ? "B exits " : "A exits ", c->r[0]);
  leave(c);
}

// Code of both processes, copied to CODE_AT: r0 is A's or B's number. It adds up its page, which
// shows only its own writes.
__attribute__((naked, section(".text.process"))) void process(void) {
  __asm__ volatile("mov r4, r0\n"
                   "mov r5, #0x00200000\n"
                   "mov r6, #0x30000\n"
                   "1: ldr r1, [r5, #8]\n"
                   "add r1, r1, r4\n"
                   "str r1, [r5, #8]\n"
                   "subs r6, r6, #1\n"
                   "bne 1b\n"
                   "ldr r0, [r5, #8]\n"
                   "mov r7, #1\n"
                   "svc #0\n"
                   ".word 0xee000510\n"        // mcr p5: undefined
                   "svc #0\n"
                   "cmp r4, #2\n"
                   "moveq r1, #0xc0000000\n"   // the kernel's: B is killed
                   "orreq r1, r1, #0x100000\n"
                   "ldreq r1, [r1]\n"
                   "mov r0, r4\n"
                   "mov r7, #0\n"
                   "svc #0\n");
}

static struct context process_context(u32 number) {
  struct context c = {{number}, CODE_AT, USER};
  return c;
}
void start_process(const struct context *c);

void kernel_main(u32 machine, const u32 *tags) {
  tags = (const u32 *)((u32)tags + KERNEL);
  say("machine ", machine);
  say("tag ", tags[1]);
  REGISTER(PCI);
  say("aborts of PCI ", aborts_of_kernel);
  say("status of PCI ", fault_status());
  volatile u32 *odd = (volatile u32 *)(KERNEL + 0x101);
  (void)*odd;
  say("unaligned ", fault_status());

  // The sections of the kernel are for privileged modes: rights 1.
  u32 *table = (u32 *)(KERNEL + 0x4000);
  for (u32 i = 0; i < 4; ++i)
    table[0xc00 + i] = (table[0xc00 + i] & ~0xc00u) | 0x400;
  table[0] = 0;
  table[CODE_AT >> 20] = physical(tables[0]) | 1;
  table[DATA_AT >> 20] = physical(tables[1]) | 1;
  for (u32 i = 0; i < 32; ++i)
    frames[3][i] = ((const u32 *)process)[i];
  tables[0][0] = physical(frames[3]) | SMALL_READ;
  frames[0][2] = 1000;
  pages[0] = pages[1] = physical(frames[0]) | SMALL_READ;
  map_data(pages[0]);

  REGISTER(UART + 0x0c) = 3;
  print("> ");
  for (u32 c = 0; c != '\n'; send((char)c)) {
    while (!(REGISTER(UART + 0x14) & 1))
      ;
    c = REGISTER(UART) & 0xff;
  }
  waiting = process_context(2);
  const struct context first = process_context(1);
  REGISTER(TIMER + 0x10) = 5000;
  REGISTER(TIMER) = 0x80;
  REGISTER(INTERRUPTS + 0x10) = 1 << 4;
  start_process(&first);
}

// Random translation tables, rights and instructions in every mode of the processor, for comparison
// with another emulator: prints a line for each exception. FIRST and LAST are the seeds. DETAIL
// prints all registers. Memory:
//   0x000000  vectors; 0x004000 first-level table; 0x010000 this program; 0x0c0000 second-level
//             tables; 0x0f0000 high vectors
//   0x100000  code of the tests, for every mode
//   0x200000  frames to 0x1000000: random words
typedef unsigned u32;
typedef unsigned char u8;

enum { UART = 0x101f1000, TABLE = 0x4000, SECOND = 0xc0000, HIGH = 0xf0000, CODE = 0x100000 };
enum { FRAMES = 0x200000, FRAMES_END = 0x1000000, REGION = 0x40000000, LOW = 0x200000 };
enum { TABLES = 32, VALID_TABLES = 16, ACTIONS = 200 };
// In each KB, stores spare these bytes: calls in ARM state, then in Thumb state.
enum { CALLS = 0x200, THUMB_CALLS = 0x220, CALLS_END = 0x240 };
enum { MMU = 1, ALIGNMENT = 2, SYSTEM = 0x100, ROM = 0x200, HIGH_VECTORS = 0x2000 };

struct context { u32 r[15], pc, cpsr; };
struct event { u32 number, lr, spsr, r[13]; };
extern struct event event;
u32 banks[22];
void run(const struct context *);
extern const u32 vectors[16];

// In a big-endian program qemu gives mirrored fault addresses of bytes and halfwords, and ends with
// a segmentation fault in Thumb state.
#ifdef __ARMEB__
static const u32 kFaultAddress = ~3u, kThumb = 0;
#else
static const u32 kFaultAddress = ~0u, kThumb = 50;
#endif

#define WORD(address) (*(volatile u32 *)(address))
#define READ15(n, m, op) ({ u32 v_; __asm__ volatile("mrc p15, 0, %0, c" #n ", c" #m ", " #op : "=r"(v_)); v_; })
#define WRITE15(n, m, op, v) __asm__ volatile("mcr p15, 0, %0, c" #n ", c" #m ", " #op ::"r"(v) : "memory")

static u32 state;
static u32 any(void) {
  state ^= state << 13;
  state ^= state >> 17;
  return state ^= state << 5;
}
static u32 below(u32 n) { return (u32)((unsigned long long)any() * n >> 32); }
static u32 chance(u32 percent) { return below(100) < percent; }

static void send(char c) { WORD(UART) = (u8)c; }
static void print(u32 n) {
  for (int shift = 28; shift >= 0; shift -= 4)
    send("0123456789abcdef"[n >> shift & 15]);
  send(' ');
}

// ---- Translation tables.

static u32 domains, control;

static u32 frame(u32 size) {
  return FRAMES + below((FRAMES_END - FRAMES) / size) * size;
}
static u32 second_level(u32 fine, u32 valid) {
  switch (below(fine ? 5 : 4)) {
  case 0: return !valid && chance(40) ? 0 : frame(0x1000) | (any() & 0xff0) | 2;
  case 1: return frame(0x10000) | (any() & 0xff0) | 1;
  case 2: return frame(0x1000) | (any() & 0xff0) | 2;
  case 3: return fine ? frame(0x400) | (any() & 0x30) | 3 : frame(0x1000) | (any() & 0x30) | 3;
  default: return frame(0x400) | (any() & 0x30) | 3;
  }
}
// A table is used by one entry, or by several. A domain without access gets a table without faults,
// as qemu checks the domain before it reads that table, and the manual after.
static u32 first_level(void) {
  const u32 number = below(16), domain = number << 5, denied = !(domains >> 2 * number & 1);
  const u32 table = SECOND + (denied ? VALID_TABLES + below(TABLES - VALID_TABLES) : below(TABLES)) * 0x1000;
  switch (below(8)) {
  case 0: return 0;
  case 1:
  case 2: return frame(0x100000) | (any() & 0xc00) | domain | 2;
  case 3:
  case 4: return table | domain | 3;
  default: return (table + below(4) * 0x400) | domain | 1;
  }
}
// The program's own sections: of privileged modes, code for all, UART.
static void map_own(u32 at) {
  WORD(TABLE + 4 * at) = 0x402;
  WORD(TABLE + 4 * (at + 1)) = CODE | 0xc02;
}
static void flush(void) {
  WRITE15(7, 7, 0, 0);
  WRITE15(8, 7, 0, 0);
}
static void make_tables(void) {
  domains = 1;
  for (u32 domain = 1; domain < 16; ++domain)
    domains |= (u32)"\1\1\1\1\1\1\3\3\2\0"[below(10)] << 2 * domain;
  for (u32 i = 0; i < TABLES; ++i)
    for (u32 n = 0; n < 0x400; ++n)
      WORD(SECOND + i * 0x1000 + 4 * n) = second_level(i & 1, i >= VALID_TABLES);
  for (u32 i = 0; i < 0x1000; ++i)
    WORD(TABLE + 4 * i) = 0;
  for (u32 i = 0; i < 16; ++i)
    WORD(TABLE + 4 * ((REGION >> 20) + i)) = first_level();
  map_own(0);
  WORD(TABLE + 4 * (UART >> 20)) = (UART & 0xfff00000) | 0x402;
  WORD(TABLE + 4 * 0xfff) = 0x402;
  const u32 process = chance(50) ? (1 + below(3)) << 25 : 0;
  if (process) map_own(process >> 20);
  for (u32 i = 2; i < 4; ++i)
    WORD(TABLE + 4 * ((process >> 20) + i)) = first_level();
  control = MMU | (chance(30) ? ALIGNMENT : 0) | (chance(50) ? HIGH_VECTORS : 0);
  if (chance(60)) control |= chance(50) ? SYSTEM : ROM;
  WRITE15(2, 0, 0, TABLE);
  WRITE15(3, 0, 0, domains);
  flush();
  const u32 before = READ15(1, 0, 0) & ~(MMU | ALIGNMENT | SYSTEM | ROM | HIGH_VECTORS);
  WRITE15(1, 0, 0, before | control);
  WRITE15(13, 0, 0, process); // the program is mapped there too
}
static void leave_tables(void) {
  WRITE15(13, 0, 0, 0);
  WRITE15(1, 0, 0, READ15(1, 0, 0) & ~(MMU | ALIGNMENT));
}

// ---- Actions.

static u32 address(u32 align) {
  const u32 a = chance(85) ? REGION + below(16 << 20) : LOW + below(2 << 20);
  return a & ~(align - 1);
}
// Away from the calls, with `bytes` to both sides.
static u32 data_address(u32 align, u32 bytes) {
  for (;;) {
    const u32 a = chance(30) ? (address(0x400) + below(16) * 4 - 32) & ~(align - 1) : address(align);
    const u32 inside = a & 0x3ff;
    if (inside + bytes <= CALLS || inside >= CALLS_END + bytes) return a;
  }
}
static u32 mode(void) { return (u32)"\x10\x10\x10\x1f\x13\x12\x11\x17"[below(8)]; }
static u32 status(u32 modes) { return (any() & 0xf80000c0) | modes; }

enum { UP = 1 << 23, BEFORE = 1 << 24, BACK = 1 << 21, LOAD = 1 << 20, BYTE = 1 << 22 };
static u32 registers(u32 base, u32 data) { return 0xe0000000 | base << 16 | data << 12; }

// A load or store of one register, by base r0 to r3 and data r4 to r7.
static u32 transfer(struct context *c) {
  const u32 base = below(4), data = 4 + below(4);
  const u32 kind = below(4), load = chance(60) ? LOAD : 0, up = chance(70) ? UP : 0;
  const u32 size = kind == 0 ? 4 : kind == 1 ? 1 : 2, offset = below(16) * size;
  const u32 before = chance(60) ? BEFORE : 0, back = before && chance(40) ? BACK : 0;
  const u32 as_user = !before && kind < 2 && chance(50) ? BACK : 0;
  const u32 at = data_address(control & ALIGNMENT && chance(40) ? 1 : size, 64);
  c->r[base] = !before ? at : up ? at - offset : at + offset;
  const u32 common = registers(base, data) | load | up | before | back | as_user;
  if (kind < 2) return common | 0x04000000 | (kind ? BYTE : 0) | offset;
  const u32 signs = load ? (u32[]){0xb0, 0xd0, 0xf0}[below(3)] : 0xb0;
  return common | BYTE | signs | (offset & 0xf0) << 4 | (offset & 15);
}
static u32 transfer_two(struct context *c) {
  const u32 base = below(4), data = 4 + 2 * below(2);
  c->r[base] = data_address(8, 64);
  return registers(base, data) | UP | BEFORE | BYTE | (chance(50) ? 0xd0 : 0xf0);
}
static u32 exchange(struct context *c) {
  const u32 byte = chance(50) ? BYTE : 0;
  c->r[0] = data_address(byte ? 1 : 4, 64);
  return 0xe1000090 | byte | 0 << 16 | 4 << 12 | 5;
}
static u32 block(struct context *c, u32 *loaded) {
  const u32 base = below(4), load = chance(50) ? LOAD : 0;
  u32 list = any() & 0x7ff0;
  if (!list) list = 0x10;
  const u32 user = (c->cpsr & 0xf) && (c->cpsr & 0x1f) != 0x1f && chance(30) ? BYTE : 0;
  const u32 back = !user && chance(50) ? BACK : 0;
  c->r[base] = data_address(4, 64);
  if (load) *loaded = list;
  return 0xe8000000 | base << 16 | load | back | user | (any() & (UP | BEFORE)) | list;
}

static const u32 kCall = 0xef000000;

// Fills in the code at CODE and its registers. `loaded`: registers that an abort leaves undefined.
static void prepare(struct context *c, u32 *loaded) {
  u32 code[4] = {kCall | 1, kCall | 2, kCall | 3, kCall | 4};
  const u32 privileged = c->cpsr & 0xf, has_spsr = privileged && privileged != 0xf;
  c->pc = CODE;
  switch (below(16)) {
  default: code[0] = transfer(c); break;
  case 0: code[0] = transfer_two(c); break;
  case 1: code[0] = exchange(c); break;
  case 2:
  case 3:
  case 4: code[0] = block(c, loaded); break;
  case 5:
  case 6:
    c->pc = address(0x400) + (chance(kThumb) ? THUMB_CALLS + below(16) * 2 : CALLS + below(8) * 4);
    if ((c->pc & 0x3ff) >= THUMB_CALLS) c->cpsr |= 0x20;
    break;
  case 7: code[0] = (u32[]){0xe7f000f0, 0xee000510, 0xee110f10, 0xe1200070}[below(privileged ? 2 : 4)]; break;
  case 8: // MSR, MRS
    c->r[0] = status(mode());
    code[0] = 0xe120f000 | (1 + below(15)) << 16;
    if (!(code[0] & 0x10000)) c->r[0] &= ~0u;
    code[1] = 0xe10f5000;
    if (has_spsr && chance(50)) code[0] |= 0x400000, code[1] |= 0x400000;
    break;
  case 9: // returns from an exception
    if (!has_spsr) break;
    c->r[0] = status(mode());
    c->r[1] = CODE + 8;
    code[0] = 0xe16ff000;
    code[1] = 0xe1b0f001;
    break;
  }
  for (u32 i = 0; i < 4; ++i)
    WORD(CODE + 4 * i) = code[i];
}

static u32 hash(u32 h, u32 value) {
#ifdef DETAIL
  print(value);
#endif
  return (h ^ value) * 16777619u;
}

// Gives the registers of the context's mode and of User mode their values again.
static void define_banks(struct context *c) {
  c->pc = CODE + 12;
  run(c);
  c->cpsr |= 0x1f;
  run(c);
}
static void act(void) {
  struct context c;
  u32 loaded = 0;
  for (u32 i = 0; i < 15; ++i)
    c.r[i] = any();
  c.cpsr = status(mode());
  prepare(&c, &loaded);
  run(&c);
  print(event.number);
  print(event.lr);
  print(event.spsr);
  if (event.number == 4) {
    print(READ15(5, 0, 0) & 0xff);
    print(READ15(6, 0, 0) & kFaultAddress);
  } else {
    loaded = 0;
  }
  // The banks of a block with an abort have undefined contents.
  u32 h = 1;
  for (u32 i = 0; i < 13; ++i)
    if (!(loaded >> i & 1)) h = hash(h, event.r[i]);
  if (!loaded)
    for (u32 i = 0; i < 22; ++i)
      h = hash(h, banks[i]);
  print(h);
  send('\n');
  if (loaded) define_banks(&c);
}

int main(void) {
  state = 1;
  for (u32 a = FRAMES; a < FRAMES_END; a += 4) {
    const u32 inside = a & 0x3ff;
    const u32 calls = inside < THUMB_CALLS ? kCall | (a >> 8 & 0xffff) : 0xdf00df00 | (a >> 8 & 0xff00ff);
    WORD(a) = inside >= CALLS && inside < CALLS_END ? calls : any();
  }
  for (u32 i = 0; i < 16; ++i)
    WORD(4 * i) = WORD(HIGH + 4 * i) = vectors[i];
  for (u32 seed = FIRST; seed <= LAST; ++seed) {
    state = seed * 2654435761u + 1;
    make_tables();
    send('#');
    print(seed);
    send('\n');
    for (u32 i = 0; i < ACTIONS; ++i)
      act();
    leave_tables();
  }
  u32 h = 1;
  for (u32 a = FRAMES; a < FRAMES_END; a += 4)
    h = hash(h, WORD(a));
  print(h);
  send('\n');
  send(4);
  for (;;)
    ;
}

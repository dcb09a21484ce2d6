/* The dialect on a big-endian host. A context is a thread; one runs at a time, and gives way where the
   program says so. Commands under way move their data when they are waited for; until then registers
   that will be read hold nonsense, and registers that are sent must stay as they are. What no program
   may do aborts: this finds mistakes of the generator. */
#ifndef HOST_H
#define HOST_H

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define __sram
#define __dram
#define __scratch
#define __lmem
#define __gpr
#define __shared
#define __xread
#define __xwrite
#define __xrw
#define __dxread
#define __dxwrite
#define __dxrw
#define __noinline __attribute__((noinline))
#define __forceinline inline __attribute__((always_inline))
#define EACH __thread
#define KEPT static __thread
#define IN_MEMORY(memory, type, name, value)                                                       \
  static __thread type name;                                                                       \
  name = value
#define HOST static __attribute__((unused))

#define WRONG(what) (fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, what), exit(3))

/* Contexts. */
static __thread int host_context;
static int host_alive[8];
static sem_t host_turn[8];
#define ctx() host_context
HOST u32 unknown_zero(void) {
  static volatile u32 zero;
  return zero;
}
static void host_give_way(void) {
  int next = host_context;
  do
    next = (next + 1) & 7;
  while (!host_alive[next] && next != host_context);
  if (next == host_context) return;
  sem_post(&host_turn[next]);
  if (host_alive[host_context]) sem_wait(&host_turn[host_context]);
}

/* Signals know what is under way for them. */
typedef enum { sig_done, ctx_swap, sig_none } sync_t;
#define ctx_swap() host_give_way() /* ctx_swap without parentheses is the enumerator */
enum host_kind { kIdle, kRead, kWrite, kAtomic, kCame };
typedef struct {
  enum host_kind kind;
  void (*change)(u32* memory, u32* registers);
  void *memory, *registers;
  u32 bytes;
  u8 before[128];
} SIGNAL;
typedef SIGNAL SIGNAL_PAIR;

static void host_finish(SIGNAL* s) {
  if (s->kind == kIdle) WRONG("waits for nothing");
  if ((s->kind == kWrite || s->kind == kAtomic) && memcmp(s->registers, s->before, s->bytes) != 0)
    WRONG("registers changed before they were sent");
  if (s->kind == kRead) memcpy(s->registers, s->memory, s->bytes);
  if (s->kind == kWrite) memcpy(s->memory, s->registers, s->bytes);
  if (s->kind == kAtomic) s->change((u32*)s->memory, (u32*)s->registers);
  s->kind = kIdle;
}
static void host_wait_all(SIGNAL** s) {
  for (; *s; ++s)
    host_finish(*s);
}
/* The first comes first. */
static void host_wait_any(SIGNAL** s) {
  if ((*s)->kind == kIdle) WRONG("waits for nothing");
}
#define __wait_for_all(...) host_wait_all((SIGNAL*[]){__VA_ARGS__, 0})
#define __wait_for_any(...) host_wait_any((SIGNAL*[]){__VA_ARGS__, 0})
HOST int signal_test(SIGNAL* s) {
  if (s->kind == kIdle) WRONG("tests for nothing");
  host_finish(s);
  return 1;
}
static void host_issue(enum host_kind kind, const volatile void* registers,
                       const volatile void* memory, u32 bytes, u32 align, sync_t sync, SIGNAL* s) {
  if ((unsigned long)memory % align != 0) WRONG("misaligned");
  if (bytes == 0 || bytes > 16 * align) WRONG("a count out of range");
  s->kind = kind;
  s->memory = (void*)memory;
  s->registers = (void*)registers;
  s->bytes = bytes;
  if (kind == kRead) memset(s->registers, 0xd5, bytes);
  if (kind == kWrite || kind == kAtomic) memcpy(s->before, s->registers, bytes);
  if (sync == ctx_swap) host_finish(s);
}

/* Reading and writing. */
#define TRANSFER(unit, size)                                                                       \
  HOST void unit##_read(volatile void* x, const volatile void* m, u32 n, sync_t sync, SIGNAL* s) {  \
    host_issue(kRead, x, m, n * size, size, sync, s);                                              \
  }                                                                                                \
  HOST void unit##_write(const volatile void* x, volatile void* m, u32 n, sync_t sync, SIGNAL* s) { \
    host_issue(kWrite, x, m, n * size, size, sync, s);                                             \
  }                                                                                                \
  HOST void unit##_read_ind(volatile void* x, const volatile void* m, u32 most, u32 n, sync_t sync, \
                            SIGNAL* s) {                                                           \
    if (n > most) WRONG("more than announced");                                                    \
    unit##_read(x, m, n, sync, s);                                                                 \
  }                                                                                                \
  HOST void unit##_write_ind(const volatile void* x, volatile void* m, u32 most, u32 n,             \
                             sync_t sync, SIGNAL* s) {                                             \
    if (n > most) WRONG("more than announced");                                                    \
    unit##_write(x, m, n, sync, s);                                                                \
  }
TRANSFER(sram, 4)
TRANSFER(scratch, 4)
TRANSFER(dram, 8)
#define ind_count(n) (n)

/* Operations of the memories. */
#define ATOMIC(name, instruction)                                                                  \
  HOST void host_##name(u32* m, u32* x) {                                                          \
    u32 old = *m, in = *x;                                                                         \
    (void)old, (void)in;                                                                           \
    instruction;                                                                                   \
  }                                                                                                \
  HOST void sram_##name(volatile void* x, volatile void* m, sync_t sync, SIGNAL* s) {              \
    s->change = host_##name;                                                                       \
    host_issue(kAtomic, x, m, 4, 4, sync, s);                                                      \
  }                                                                                                \
  HOST void scratch_##name(volatile void* x, volatile void* m, sync_t sync, SIGNAL* s) {           \
    sram_##name(x, m, sync, s);                                                                    \
  }
ATOMIC(add, *m = old + in)
ATOMIC(sub, *m = old - in)
ATOMIC(bits_set, *m = old | in)
ATOMIC(bit_set, *m = old | in)
ATOMIC(bits_clr, *m = old & ~in)
ATOMIC(bit_clear, *m = old & ~in)
ATOMIC(swap, (*m = in, *x = old))
ATOMIC(test_and_set, (*m = old | in, *x = old))
ATOMIC(test_and_clear, (*m = old & ~in, *x = old))
ATOMIC(test_and_clr, (*m = old & ~in, *x = old))
ATOMIC(test_and_add, (*m = old + in, *x = old))
ATOMIC(test_and_sub, (*m = old - in, *x = old))
ATOMIC(test_and_incr, (*m = old + 1, *x = old))
ATOMIC(test_and_decr, (*m = old - 1, *x = old))
#define sram_incr(m) (++*(m))
#define sram_decr(m) (--*(m))
#define scratch_incr(m) (++*(m))
#define scratch_decr(m) (--*(m))

/* One ring. */
static u32 host_ring[64], host_put, host_got;
#define scratch_ring(n) ((void*)0)
HOST void scratch_put_ring(volatile u32* x, void* ring, u32 n, sync_t sync, SIGNAL* s) {
  (void)ring, (void)sync, (void)s;
  while (n--)
    host_ring[host_put++ & 63] = *x++;
  if (host_put - host_got > 32) WRONG("the ring is full");
}
HOST void scratch_get_ring(volatile u32* x, void* ring, u32 n, sync_t sync, SIGNAL* s) {
  (void)ring, (void)sync, (void)s;
  while (n--)
    *x++ = host_put == host_got ? 0 : host_ring[host_got++ & 63];
}

/* A signal that goes from context to context. */
static int host_token[8];
#define __assign_relative_register(object, number) ((void)0)
#define __implicit_write(object) ((void)0)
#define AWAIT_TOKEN()                                                                              \
  do {                                                                                             \
    while (!host_token[host_context])                                                              \
      host_give_way();                                                                             \
    --host_token[host_context];                                                                    \
  } while (0)
#define PASS_TOKEN() ((void)++host_token[host_context + 8 / CONTEXTS])

typedef u32 mutex_t;
HOST void mutex_lock(mutex_t* m) {
  while (*m)
    host_give_way();
  *m = 1;
}
HOST void mutex_unlock(mutex_t* m) { *m = 0; }

/* The CAM of a microengine, without its list of least recent use: programs look up only tags that
   they wrote. */
typedef struct {
  u32 value;
} cam_lookup_t;
static u32 cam_tags[16], cam_states[16];
HOST void cam_write(u32 entry, u32 tag, u32 state) {
  cam_tags[entry] = tag;
  cam_states[entry] = state;
}
HOST void cam_clear(void) {
  for (u32 entry = 0; entry < 16; ++entry)
    cam_write(entry, 0, 0);
}
HOST cam_lookup_t cam_lookup(u32 tag) {
  for (u32 entry = 0; entry < 16; ++entry)
    if (cam_tags[entry] == tag) return (cam_lookup_t){cam_states[entry] << 8 | 1 << 7 | entry << 3};
  WRONG("no entry has this tag");
}

/* Bits. */
#define ffs(x) ((u32)__builtin_ctz(x))
#define pop_count(x) ((u32)__builtin_popcount(x))
#define bswap(x) __builtin_bswap32(x)
HOST u32 bitswap(u32 x) {
  u32 r = 0;
  for (int i = 0; i < 32; ++i)
    r = r << 1 | (x >> i & 1);
  return r;
}
HOST u32 rotl(u32 x, u32 n) { return x << (n & 31) | x >> (-n & 31); }
HOST u32 rotr(u32 x, u32 n) { return x >> (n & 31) | x << (-n & 31); }
HOST u32 dbl_shl(u32 high, u32 low, u32 n) { return (u32)(((u64)high << 32 | low) << n >> 32); }
HOST u32 dbl_shr(u32 high, u32 low, u32 n) { return (u32)(((u64)high << 32 | low) >> n); }
HOST u32 multiply_24x8(u32 x, u32 y) { return (x & 0xffffff) * (y & 0xff); }
HOST u32 multiply_16x16(u32 x, u32 y) { return (x & 0xffff) * (y & 0xffff); }
HOST u32 multiply_32x32_hi(u32 x, u32 y) { return (u32)((u64)x * y >> 32); }
HOST u64 multiply_32x32(u32 x, u32 y) { return (u64)x * y; }
HOST int bit_test(u32 x, u32 n) { return (int)(x >> n & 1); }

/* Bytes. */
#define TWO_MEMORIES(d, s)                                                                         \
  HOST void memcpy_##d##_##s(void* to, const void* from, u32 n) { memcpy(to, from, n); }           \
  HOST int memcmp_##d##_##s(const void* a, const void* b, u32 n) { return memcmp(a, b, n); }        \
  HOST void ua_memcpy_##d##_##s(void* to, u32 t, const void* from, u32 f, u32 n) {                 \
    memcpy((u8*)to + t, (const u8*)from + f, n);                                                   \
  }
#define VALUE_AT(m)                                                                                \
  VALUE_OF(m, u, 8) VALUE_OF(m, u, 16) VALUE_OF(m, u, 32) VALUE_OF(m, u, 64)                       \
  VALUE_OF(m, s, 8) VALUE_OF(m, s, 16) VALUE_OF(m, s, 32) VALUE_OF(m, s, 64)                       \
  PUT_AT(m, 8) PUT_AT(m, 16) PUT_AT(m, 32) PUT_AT(m, 64)
#define VALUE_OF(m, sign, bits)                                                                    \
  HOST sign##bits ua_get_##sign##bits##m(const volatile void* p, u32 at) {                         \
    sign##bits v;                                                                                  \
    memcpy(&v, (const u8*)p + at, sizeof v);                                                       \
    return v;                                                                                      \
  }
#define PUT_AT(m, bits)                                                                            \
  HOST void ua_set_##bits##m(volatile void* p, u32 at, u##bits v) { memcpy((u8*)p + at, &v, sizeof v); }
#define MEMORY(m)                                                                                  \
  TWO_MEMORIES(m, sram) TWO_MEMORIES(m, dram) TWO_MEMORIES(m, scratch) TWO_MEMORIES(m, lmem)        \
  HOST void memset_##m(void* to, int byte, u32 n) { memset(to, byte, n); }                         \
  VALUE_AT(_##m)
MEMORY(sram)
MEMORY(dram)
MEMORY(scratch)
MEMORY(lmem)
VALUE_AT()
HOST void ua_memcpy(void* to, u32 t, const void* from, u32 f, u32 n) {
  memcpy((u8*)to + t, (const u8*)from + f, n);
}

/* The run. */
HOST void publish(u32 checksum) { printf("%08x\n", checksum); }
#ifdef TRACE
#define SHOW(value) ((void)(ctx() == 0 && printf("%08x\n", (u32)(value))))
#endif
int program(void);
static void* host_run(void* context) {
  host_context = (int)(long)context;
  sem_wait(&host_turn[host_context]);
  program();
  host_alive[host_context] = 0;
  host_give_way();
  return 0;
}
int main(void) {
  pthread_t threads[8];
  for (long c = 0; c < 8; c += 8 / CONTEXTS)
    host_alive[c] = 1, sem_init(&host_turn[c], 0, c == 0);
  for (long c = 0; c < 8; c += 8 / CONTEXTS)
    pthread_create(&threads[c], 0, host_run, (void*)c);
  for (int c = 0; c < 8; c += 8 / CONTEXTS)
    pthread_join(threads[c], 0);
  return 0;
}
#define main program

#endif

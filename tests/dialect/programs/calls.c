// Functions and their arguments: a program a section (tests/sections.py).

//--- by_value.c
// expect: the host
// Structures by value that come from memories: named, through pointers, elements, and as results.
#include "test.h"

typedef struct {
  unsigned a, b;
  unsigned char c[6];
} Record;

#define MEMORY(name, words)                                                                        \
  static __shared words Record name = {1, 2, {3, 4, 5, 6, 7, 8}};                                  \
  static __shared words Record name##_array[3] = {{9}, {8, 1, {7}}, {6, 2, {5, 4, 3}}};            \
  static __noinline unsigned name##_through(words Record* p) { return sum(*p); }                   \
  static __noinline unsigned name##_element(words Record* p, unsigned n) {                         \
    return called(p[n]) + sum(p[n + 1]);                                                           \
  }                                                                                                \
  static __noinline Record name##_result(words Record* p) { return *p; }

static unsigned sum(Record r) {
  r.a += r.b;
  return mix(r.a, r.c[r.b]);
}
static __noinline unsigned called(Record r) {
  r.c[1] ^= 5;
  return sum(r);
}
MEMORY(plain, )
MEMORY(sram, __sram)
MEMORY(dram, __dram)
MEMORY(scratch, __scratch)

#define CHECK(name)                                                                                \
  result(name##_through(&name));                                                                   \
  result(called(name));                                                                            \
  result(name##_element(name##_array, unknown(1)));                                                \
  result(sum(name##_result(&name##_array[unknown(2)])));                                           \
  name = name##_result(&name##_array[unknown(1)]);                                                 \
  result(sum(name))

int main(void) {
  CHECK(plain);
  CHECK(sram);
  CHECK(dram);
  CHECK(scratch);
}

//--- calls.c
// expect: the host
// Functions that stay functions: many arguments, narrow and wide ones, deep chains, static locals.
#include "test.h"

static __noinline unsigned many(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e,
                                unsigned f, unsigned g, unsigned h, unsigned i, unsigned j,
                                unsigned k, unsigned l) {
  return a - 2 * b + 3 * c - 4 * d + 5 * e - 6 * f + 7 * g - 8 * h + 9 * i - 10 * j + 11 * k -
         12 * l;
}
static __noinline long long mixed(signed char a, long long b, unsigned short c,
                                  unsigned long long d, short e, unsigned char f, long long g) {
  return a + b - c + (long long)d * e - f + (g >> 3);
}
static __noinline signed char narrow8(int n) {
  return (signed char)n;
}
static __noinline unsigned short narrow16(int n) {
  return (unsigned short)n;
}
static __noinline _Bool is_odd(unsigned n) {
  return n & 1;
}
static __noinline unsigned counter(void) {
  static unsigned calls = 5;
  return calls++;
}
static __noinline unsigned leaf(unsigned n) {
  return n * n + counter();
}
static __noinline unsigned level3(unsigned a, unsigned b) {
  return leaf(a) ^ leaf(b) << 1;
}
static __noinline unsigned level2(unsigned a, unsigned b) {
  return level3(a, b) + level3(b, a) * 3;
}
static __noinline unsigned level1(unsigned a, unsigned b, unsigned c) {
  const unsigned x = level2(a, b), y = level2(b, c), z = level2(c, a);
  return x + 2 * y + 4 * z + a;
}
static __noinline void out(unsigned n, unsigned* low, unsigned* high, unsigned long long* both) {
  *low = n & 0xffff;
  *high = n >> 16;
  *both = (unsigned long long)n * n;
}
static __noinline unsigned sum(const unsigned* a, unsigned n) {
  unsigned s = 0;
  while (n--)
    s += *a++;
  return s;
}

int main(void) {
  const unsigned n = unknown(1000);
  unsigned low, high, i, kept[12];
  unsigned long long both;
  result(many(n, n + 1, n * 2, 3, n - 4, 5, n ^ 6, 7, 8, n, 10, 11));
  result(many(many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, n), n, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  result(mix64(0, (unsigned long long)mixed((signed char)(n & 0x80 ? -3 : 3), -(long long)n, 65535,
                                            0x123456789abcull + n, -7, 255, -1000000000000ll)));
  result((unsigned)narrow8((int)n) + narrow16(-(int)n) + is_odd(n + 1) + 10 * is_odd(n));
  result(level1(n, n + 5, n * 7));
  out(n * 123457, &low, &high, &both);
  result(mix64(mix(low, high), both));
  for (i = 0; i < 12; ++i)
    kept[i] = many(i, i, i, i, i, i, i, i, i, i, i, n);
  result(sum(kept, 12));
  result(counter());
  return 0;
}

//--- every_name.c
// expect: itself
#include "test.h"

/* Every function of the headers becomes code; the other programs check its effect. */
static __noinline void sram_functions(volatile void __sram *a) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __xrw unsigned x[8];
  for (int i = 0; i < 8; ++i)
    x[i] = i;
  sram_write_ind(x, a, 8, ind_count(HIDE(2)), sig_done, &s);
  wait_for_all(&s);
  sram_bit_set(x, a, ctx_swap, &s);
  sram_bit_clear(x, a, ctx_swap, &s);
  sram_test_and_clear(x, a, sig_done, &p);
  wait_for_all(&p);
  sram_test_and_decr(x, a, sig_done, &p);
  wait_for_all(&p);
  sram_put_ring(x, sram_ring(0, 3), 2, sig_done, &p);
  wait_for_all(&p);
  sram_get_ring(x, sram_ring(0, 3), 2, ctx_swap, &s);
  sram_journal(x, sram_ring(1, 4), 2, ctx_swap, &s);
  sram_fast_journal(HIDE(3), sram_ring(1, 4));
  sram_dequeue(x, sram_queue(0, 1, 0), ctx_swap, &s);
  sram_enqueue(sram_queue(0, 1, HIDE(64)));
  sram_enqueue_tail(sram_queue(0, 1, HIDE(64)));
  rd_qdesc_head(x, sram_queue(0, 1, 64), 2, ctx_swap, &s);
  rd_qdesc_tail(x, sram_queue(0, 1, 64), 2, ctx_swap, &s);
  rd_qdesc_other(sram_queue(0, 1, 64));
  sram_write_qdesc(sram_queue(0, 1, 64));
  sram_write_qdesc_count(sram_queue(0, 1, 64));
  sram_csr_read(x, a, ctx_swap, &s);
  sram_csr_write(x, a, ctx_swap, &s);
}

static __noinline void scratch_functions(volatile void __scratch *a) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __xrw unsigned x[4];
  x[0] = x[1] = HIDE(1);
  scratch_read(x, a, 4, sig_done, &s);
  wait_for_all(&s);
  scratch_write(x, a, 4, ctx_swap, &s);
  scratch_add(x, a, ctx_swap, &s);
  scratch_bits_set(x, a, ctx_swap, &s);
  scratch_bits_clr(x, a, ctx_swap, &s);
  scratch_incr(a);
  scratch_decr(a);
  scratch_swap(x, a, sig_done, &p);
  wait_for_all(&p);
  scratch_test_and_set(x, a, sig_done, &p);
  wait_for_all(&p);
  scratch_test_and_clr(x, a, sig_done, &p);
  wait_for_all(&p);
  scratch_test_and_incr(x, a, sig_done, &p);
  wait_for_all(&p);
  scratch_test_and_decr(x, a, sig_done, &p);
  wait_for_all(&p);
  scratch_get_ring_ind(x, scratch_ring(1), 4, ind_count(HIDE(1)), ctx_swap, &s);
  scratch_put_ring_ind(x, scratch_ring(1), 4, ind_count(HIDE(1)), ctx_swap, &s);
}

static __noinline void dram_functions(volatile void __dram *a) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __dxrw unsigned long long d[2];
  d[0] = d[1] = 1;
  dram_read_ind(d, a, 2, ind_count(HIDE(1)), sig_done, &p);
  wait_for_all(&p);
  dram_write_ind(d, a, 2, ind_count(HIDE(1)), sig_done, &s);
  wait_for_all(&s);
  dram_rbuf_read(a, 0x2000, HIDE(8), sig_done, &p);
  wait_for_all(&p);
  dram_tbuf_write(a, HIDE(0x2000), HIDE(8), sig_done, &p);
  wait_for_all(&p);
  dram_rbuf_read_ind(a, 8, ind_buffer(HIDE(0x2000), 8), sig_done, &s);
  wait_for_all(&s);
  dram_tbuf_write_ind(a, 8, ind_buffer(HIDE(0x2000), 8), sig_done, &s);
  wait_for_all(&s);
}

static __noinline void other_units(void) {
  SIGNAL s;
  __xrw unsigned x[8];
  for (int i = 0; i < 8; ++i)
    x[i] = HIDE(i);
  msf_read(x, msf_rx_control, 1, ctx_swap, &s);
  msf_write(x, HIDE(0x2000), 2, ctx_swap, &s);
  msf_read64(x, 0x2000, 1, ctx_swap, &s);
  msf_write64(x, 0x2000, 1, ctx_swap, &s);
  msf_read_ind(x, 0x2000, 4, ind_count(HIDE(2)), ctx_swap, &s);
  msf_fast_write(msf_rbuf_element_done, HIDE(5));
  pci_read(x, HIDE(0), 1, ctx_swap, &s);
  pci_write(x, HIDE(0), 1, ctx_swap, &s);
  hash_64(x, 1, ctx_swap, &s);
  hash_128(x, 2, ctx_swap, &s);
  cap_read(x, cap_csr_product_id, 1, ctx_swap, &s);
  cap_write(x, cap_csr_hash_multiplier_48_0, 2, ctx_swap, &s);
  cap_csr_read(x, cap_csr_misc_control, ctx_swap, &s);
  cap_csr_write(x, cap_csr_misc_control, ctx_swap, &s);
  cap_read_address(x, HIDE(0x4a00), 1, ctx_swap, &s);
  cap_write_address(x, HIDE(0x4900), 1, ctx_swap, &s);
  cap_fast_write(3, cap_csr_xscale_int_a);
  cap_fast_write(HIDE(0x12345), cap_csr_xscale_int_b);
  timestamp_start();
  timestamp_stop();
  set_timestamp(HIDE(0), 0);
}

static __noinline void inside(void) {
  SIGNAL s, t;
  __implicit_write(&s);
  __implicit_write(&t);
  signal_ME(__signal_number(&s), 0, 0);
  signal_prev_ME(__signal_number(&s), 0);
  signal_next_ME(__signal_number(&s), 0);
  signal_same_ME_next_ctx(__signal_number(&s));
  signal_prev_ME_this_ctx(__signal_number(&s));
  signal_next_ME_this_ctx(__signal_number(&s));
  wait_sig_mask(__signals(&s, &t));
  __implicit_read(&t);
  nn_ring_enqueue_incr(HIDE(1));
  EXPECT(nn_ring_dequeue() + nn_ring_dequeue_incr(), 0);
  crc_write(0);
  crc_5_be(HIDE(1), byte_0);
  crc_10_le(HIDE(1), bytes_0_2);
  crc_iscsi_be_bit_swap(HIDE(1), bytes_2_3);
  crc_none_le_bit_swap(HIDE(1), bytes_0_3);
  ctx_wait(voluntary);
  __critical_path();
  __critical_path(20);
  halt();
}

main() {
  if (HIDE(0)) {
    sram_functions((volatile void __sram *)HIDE(0x100000));
    scratch_functions((volatile void __scratch *)HIDE(0x2000));
    dram_functions((volatile void __dram *)HIDE(0x400000));
    other_units();
    inside();
    exit(0);
  }
  DONE();
}

//--- inlining.c
// expect: itself
#include "test.h"

/* The words stand alone, beside static and extern, in front and behind. */
static unsigned calls;
extern __intrinsic unsigned declared(unsigned x);
__intrinsic unsigned declared(unsigned x) { return x * 2; }
static __intrinsic unsigned counting(unsigned x) {
  static unsigned n = 40;
  ++calls;
  return x + ++n;
}
__intrinsic static unsigned asking(unsigned x) { return __is_ct_const(x) ? 1 : 2; }
static __forceinline unsigned one(unsigned x) { return x + 1; }
__forceinline unsigned two(unsigned x) { return x + 2; }
unsigned __intrinsic inline three(unsigned x) { return x + 3; }

main() {
  EXPECT(declared(HIDE(4)), 8);
  EXPECT(counting(HIDE(4)), 45);
  EXPECT(counting(HIDE(4)), 46);
  EXPECT(calls, 2);
  EXPECT(asking(3), 1);
  EXPECT(asking(HIDE(3)), 2);
  EXPECT(one(two(three(HIDE(1)))), 7);
  DONE();
}

//--- many_arguments.c
// expect: the host
// More words of arguments than there are registers for; some are of 64 bits, some not looked at.
#include "test.h"

static __noinline unsigned eighteen(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e,
                                    unsigned f, unsigned g, unsigned h, unsigned i, unsigned j,
                                    unsigned k, unsigned l, unsigned m, unsigned n, unsigned o,
                                    unsigned p, unsigned q, unsigned r) {
  unsigned v = mix(mix(mix(mix(a, b), c), d), e);
  v = mix(mix(mix(mix(v, f), g), h), i);
  v = mix(mix(mix(mix(v, j), k), l), m);
  v = mix(mix(mix(mix(v, n), o), p), q);
  return mix(v, r);
}

static __noinline unsigned long long wide(unsigned long long a, unsigned long long b,
                                          unsigned long long c, unsigned long long d,
                                          unsigned long long e, unsigned long long f,
                                          unsigned long long g, unsigned char h,
                                          unsigned long long i, const unsigned *list, short j) {
  return a + 3 * b + 5 * c + 7 * d + 9 * e + 11 * f + 13 * g + 17 * i + h + list[2] + (unsigned)j;
}

/* Two calls take the same arguments, in opposite orders. */
static __noinline unsigned twice(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e,
                                 unsigned f, unsigned g, unsigned h, unsigned i, unsigned j,
                                 unsigned k, unsigned l, unsigned m, unsigned n, unsigned o,
                                 unsigned p, unsigned q, unsigned r) {
  unsigned v = eighteen(r, q, p, o, n, m, l, k, j, i, h, g, f, e, d, c, b, a);
  return mix(v, eighteen(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r));
}

/* One word more than there are registers; the result depends on arguments alone. */
static __noinline unsigned seventeen(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e,
                                     unsigned f, unsigned g, unsigned h, unsigned i, unsigned j,
                                     unsigned k, unsigned l, unsigned m, unsigned n, unsigned o,
                                     unsigned p, unsigned q) {
  return a + 2 * b + 3 * c + 5 * d + 7 * e + 11 * f + 13 * g + 17 * h + (i ^ j ^ k ^ l) + (m & n) -
         (o | p) + q;
}

/* Fits, until the compiler replaces the pointer by the two words it leads to. */
struct pair {
  unsigned first, second;
};
static __noinline unsigned sixteen(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e,
                                   unsigned f, unsigned g, unsigned h, unsigned i, unsigned j,
                                   unsigned k, unsigned l, unsigned m, unsigned n, unsigned o,
                                   const struct pair *last) {
  return a + 2 * b + 3 * c + 5 * d + 7 * e + 11 * f + 13 * g + 17 * h + (i ^ j ^ k ^ l) + (m & n) -
         o + last->first * 3 + last->second;
}

int main(void) {
  const unsigned z = unknown_zero();
  const unsigned list[3] = {1 + z, 2 + z, 3 + z};
  unsigned unknowns[16];
  const unsigned long long w = z + 0x123456789ull;
  unsigned i;
  result(eighteen(z, z + 1, z + 2, z + 3, z + 4, z + 5, z + 6, z + 7, z + 8, z + 9, z + 10, z + 11,
                  z + 12, z + 13, z + 14, z + 15, z + 16, z + 17));
  for (i = 0; i < 3; ++i)
    result(twice(i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, z));
  result(mix64(0, wide(w, w + 1, w + 2, w + 3, w + 4, w + 5, w + 6, (unsigned char)(z + 250),
                       w + 8, list, (short)(z - 7))));
  result(mix64(0, wide(1, 2, 3, 4, 5, 6, 7, 8, 9, list, 10)));
  for (i = 0; i < 16; ++i)
    unknowns[i] = unknown(i * i + 3);
  for (i = 0; i < 3; ++i) {
    const struct pair last = {z + i, 5};
    const unsigned *u = unknowns;
    result(seventeen(u[0], u[1], u[2], u[3], u[4], u[5], u[6], u[7], u[8], u[9], u[10], u[11], u[12],
                     u[13], u[14], u[15], z + 1) +
           seventeen(u[0], u[1], u[2], u[3], u[4], u[5], u[6], u[7], u[8], u[9], u[10], u[11], u[12],
                     u[13], u[14], u[15], z + 2) * 3 +
           seventeen(u[1], u[0], u[3], u[2], u[5], u[4], u[7], u[6], u[9], u[8], u[11], u[10],
                     u[13], u[12], u[15], u[14], i));
    result(sixteen(u[1], u[0], u[3], u[2], u[5], u[4], u[7], u[6], u[9], u[8], u[11], u[10], u[13],
                   u[12], u[15], &last));
  }
}

//--- own_names.c
// expect: 3 0x11 0x22 7
// The program's functions replace C's library functions of the same name, for any parameters.
#include "test.h"

static __declspec(sram shared) unsigned list[4];

static unsigned strlen(__declspec(sram) unsigned *words) {
  unsigned n = 0;
  while (words[n])
    ++n;
  return n;
}

void memcpy(__declspec(sram) unsigned *to, unsigned value, int n) {
  while (n--)
    *to++ = value;
}

int memset(int a) { return a + 6; }

int main(void) {
  memcpy(list, unknown(0x11), 3);
  result(strlen(list));
  result(list[2]);
  memcpy(list + 1, unknown(0x22), 1);
  result(list[1]);
  result((unsigned)memset((int)unknown(1)));
}

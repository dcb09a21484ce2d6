// Commands of SRAM, DRAM and the scratchpad: a program a section (tests/sections.py).

//--- counts.c
// system: rings.toml
// options: --contexts=4 --run-contexts=1
// expect: 16 12 0 9 16 12 16 13 0 10 15 9 14 9 10 12 16 16 12 13 9 10 11 9 14
// hazards: media-misuse
// Commands of 9 to 16 longwords, and of counts that only the running program knows;
// with 4 contexts, which leave registers for more than one.
#include "test.h"

#define SRAM(n) ((volatile void __sram*)(0x8000 + 4 * (n)))
#define SCRATCH(n) ((volatile void __scratch*)(0x1000 + 4 * (n)))

static SIGNAL s;
static __xwrite unsigned out[16];
static __xread unsigned in[16];
static __xrw unsigned both[12];

/* out[i] = i + 1 */
static __forceinline void count_up(unsigned z) {
#pragma clang loop unroll(full)
  for (unsigned i = 0; i < 16; ++i)
    out[i] = i + 1 + z;
}

int main(void) {
  const unsigned z = unknown_zero();
  unsigned n;
  SIGNAL_PAIR p;
  __assign_relative_register(out, 0);
  count_up(z);
  sram_write(out, SRAM(0), 16, ctx_swap, &s);
  sram_read(in, SRAM(0), 16, ctx_swap, &s);
  result(in[15]);
  sram_write(out, SRAM(32), 12, ctx_swap, &s);
  sram_read(in, SRAM(32), 13, sig_done, &s);
  wait_for_all(&s);
  result(in[11]);
  result(in[12]);
  sram_read(in, SRAM(0), 16, ctx_swap, &s);
  for (n = 9 + z; n <= 11; n += 2) { /* the others stay as they are */
    sram_read(in, SRAM(40), n, ctx_swap, &s);
    result(n == 9 ? in[0] : in[3] + in[10]);
    result(in[15]);
  }
  sram_write(out, SRAM(64), 13 + z, ctx_swap, &s);
  sram_read_ind(in, SRAM(64), 16, ind_count(14), ctx_swap, &s);
  result(in[12]);
  result(in[13]);
  scratch_write(out, SCRATCH(0), 10, ctx_swap, &s);
  scratch_read(in, SCRATCH(0), 10 + z, ctx_swap, &s);
  result(in[9]);
  scratch_write(out, SCRATCH(0), 15 + z, sig_done, &s);
  wait_for_all(&s);
  scratch_read(in, SCRATCH(0), 15, ctx_swap, &s);
  result(in[14]);
  scratch_put_ring(out, scratch_ring(2), 9, ctx_swap, &s);
  scratch_put_ring(out, scratch_ring(2), 14 + z, ctx_swap, &s);
  scratch_get_ring(in, scratch_ring(2), 9 + z, ctx_swap, &s);
  result(in[8]);
  scratch_get_ring(in, scratch_ring(2), 14, ctx_swap, &s);
  result(in[13]);
#pragma clang loop unroll(full)
  for (unsigned i = 0; i < 12; ++i)
    both[i] = i + 1 + z;
  sram_put_ring(both, sram_ring(0, 4), 9, ctx_swap, &p);
  sram_put_ring(both, sram_ring(0, 4), 12 + z, ctx_swap, &p);
  sram_get_ring(in, sram_ring(0, 4), 9, ctx_swap, &s);
  result(in[8]);
  sram_get_ring(in, sram_ring(0, 4), 12 + z, ctx_swap, &s);
  result(in[9]);
  result(in[11]);
  sram_journal(out, sram_ring(0, 5), 16, ctx_swap, &s);
  sram_read(in, (volatile void __sram*)0x14000, 16, ctx_swap, &s);
  result(in[15]);
  msf_read(in, msf_buffer_data, 12, ctx_swap, &s); /* RBUF is empty */
  result(in[15]);
  result(in[11] + in[12] - 1);
  sram_read(in, SRAM(0), 16, ctx_swap, &s);
  msf_read64(in, msf_buffer_data, 6 + z, ctx_swap, &s);
  result(in[11] + in[12]);
  cap_read(in, (cap_csr_t)0x8000, 9, ctx_swap, &s); /* reads `out` through the reflector */
  result(in[8]);
  cap_read(in, (cap_csr_t)0x8000, 10 + z, ctx_swap, &s);
  result(in[9]);
  cap_read_address(in, 0x8000 + z, 11, ctx_swap, &s);
  result(in[10]);
  sram_read(in, SRAM(0), 16, ctx_swap, &s);
  reflect_write(out, (unsigned)__ME(), 0, (unsigned)__xfer_reg_number(in), 9, ctx_swap, &s);
  result(in[8]);
  reflect_write(out, (unsigned)__ME(), 0, (unsigned)__xfer_reg_number(in), 14 + z, ctx_swap, &s);
  result(in[13]);
  return 0;
}

//--- counts8.c
// expect: 12 11 11 9 10 12
// Counts above 8 with 8 contexts.
#include "test.h"

#define SRAM(n) ((volatile void __sram*)(0x8000 + 4 * (n)))

int main(void) {
  SIGNAL s;
  __xwrite unsigned out[12];
  __xread unsigned in[12];
  const unsigned z = unknown_zero();
#pragma clang loop unroll(full)
  for (unsigned i = 0; i < 12; ++i)
    out[i] = i + 1 + z;
  sram_write(out, SRAM(0), 12, ctx_swap, &s);
  sram_read(in, SRAM(0), 12, ctx_swap, &s);
  result(in[11]);
  sram_read(in, SRAM(1), 9 + z, sig_done, &s);
  wait_for_all(&s);
  result(in[9] + 1); /* as it was */
  sram_read(&in[2], SRAM(2), 9 + z, ctx_swap, &s);
  result(in[10]);
  scratch_write(&out[1], (volatile void __scratch*)0x1000, 9, ctx_swap, &s);
  scratch_read(in, (volatile void __scratch*)0x1000, 9, ctx_swap, &s);
  result(in[7]);
  result(in[8]);
  result(in[11]);
  return 0;
}

//--- counts_dram.c
// options: --contexts=4 --run-contexts=1
// expect: 24 22 32 18 20 31 8 16
// DRAM commands of 9 to 16 quadwords, for which only 4 contexts have registers.
#include "test.h"

#define AT(n) ((volatile void __dram*)(0x8000 + 8 * (n)))

int main(void) {
  SIGNAL_PAIR p;
  __dxwrite unsigned out[32];
  __dxread unsigned in[32];
  const unsigned z = unknown_zero();
#pragma clang loop unroll(full)
  for (unsigned i = 0; i < 32; ++i)
    out[i] = i + 1 + z;
  dram_write(out, AT(0), 12, sig_done, &p);
  wait_for_all(&p);
  dram_read(in, AT(0), 16, sig_done, &p);
  wait_for_all(&p);
  result(in[23]);
  result(in[21] + in[24]);
  dram_write(out, AT(0), 16 + z, sig_done, &p);
  wait_for_all(&p);
  dram_read(in, AT(0), 16 + z, sig_done, &p);
  wait_for_all(&p);
  result(in[31]);
  dram_read(in, AT(0), 9, sig_done, &p);
  wait_for_all(&p);
  result(in[17]);
  dram_read_ind(in, AT(1), 16, ind_count(9 + z), sig_done, &p);
  wait_for_all(&p);
  result(in[17]);
  result(in[30]);
  dram_read(&in[16], AT(0), 4 + z, sig_done, &p); /* 8 at most */
  wait_for_all(&p);
  result(in[23]);
  result(in[13]);
  return 0;
}

//--- dram.c
// expect: 0x22 0x88 0x33 0x44 0xaa 0
// hazards: media-misuse
// DRAM and its transfers with the MSF's buffers.
#include "test.h"

#define AT(n) ((volatile void __dram*)(0x8000 + 8 * (n)))

int main(void) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __dxwrite unsigned out[4];
  __dxread unsigned in[4];
  const unsigned z = unknown_zero();
  out[0] = 0x11 + z;
  out[1] = 0x22 + z;
  out[2] = 0x44 + z;
  out[3] = 0x88 + z;
  dram_write(out, AT(0), 2, sig_done, &p);
  wait_for_all(&p);
  dram_read(in, AT(0), 2, ctx_swap, &s);
  result(in[1]);
  result(in[3]);
  out[0] = 0x33 + z;
  out[1] = 0x44 + z;
  dram_write_ind(out, AT(4), 2, ind_count(1 + z), ctx_swap, &s);
  dram_read_ind(in, AT(4), 2, ind_count(1 + z), ctx_swap, &s);
  result(in[0]);
  result(in[1]);
  *(volatile __dram unsigned*)AT(8) = 0xaa;
  result(*(volatile __dram unsigned*)AT(8));
  dram_tbuf_write(AT(0), 0x2000, 2 + z, ctx_swap, &s);
  dram_tbuf_write_ind(AT(0), 2, ind_buffer(0x2000, 2 + z), ctx_swap, &s);
  dram_rbuf_read(AT(8), 0x2000, 1 + z, ctx_swap, &s);
  dram_rbuf_read_ind(AT(10), 1, ind_buffer(0x2000, 1 + z), ctx_swap, &s);
  result(*(volatile __dram unsigned*)AT(8)); /* RBUF is empty */
  return 0;
}

//--- memories.c
// expect: itself
// system: rings.toml
#include "test.h"

__declspec(sram shared) unsigned words[8];
__declspec(scratch shared) unsigned pad[4];
__declspec(dram shared aligned(8)) unsigned packet[32];

static void sram_commands(void) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __xrw unsigned x[2];
  x[0] = HIDE(100);
  x[1] = HIDE(0xff);
  sram_write(x, words, 2, ctx_swap, &s);
  sram_incr(words);
  sram_test_and_incr(x, words, sig_done, &p);
  wait_for_all(&p);
  EXPECT(x[0], 101);
  EXPECT(words[0], 102);
  sram_decr(words);
  x[0] = HIDE(0xf);
  sram_bits_clr(x, &words[1], ctx_swap, &s);
  EXPECT(words[1], 0xf0);
  x[0] = HIDE(9);
  sram_swap(x, &words[1], sig_done, &p);
  wait_for_all(&p);
  EXPECT(x[0], 0xf0);
  EXPECT(words[1], 9);
  x[0] = HIDE(6);
  sram_test_and_set(x, &words[1], sig_done, &p);
  wait_for_all(&p);
  EXPECT(x[0], 9);
  EXPECT(words[1], 15);
  x[0] = HIDE(-1);
  sram_add(x, &words[1], ctx_swap, &s);
  EXPECT(words[1], 14);
  EXPECT(words[0], 101);
}

static void scratch_commands(void) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __xrw unsigned x;
  pad[0] = HIDE(7);
  x = HIDE(5);
  scratch_test_and_add(&x, pad, sig_done, &p);
  wait_for_all(&p);
  EXPECT(x, 7);
  EXPECT(pad[0], 12);
  x = HIDE(3);
  scratch_test_and_sub(&x, pad, sig_done, &p);
  wait_for_all(&p);
  EXPECT(x, 12);
  EXPECT(pad[0], 9);
  scratch_test_and_incr(&x, pad, sig_done, &p);
  __wait_for_all(&p.odd, &p.even);
  EXPECT(x, 9);
  EXPECT(pad[0], 10);
  x = HIDE(3);
  scratch_sub(&x, pad, ctx_swap, &s);
  EXPECT(pad[0], 7);
}

static void dram_commands(void) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __dxwrite unsigned w[4];
  __dxread unsigned long long r[2];
  for (int i = 0; i < 4; ++i)
    w[i] = HIDE(0x100 + i);
  dram_write(w, packet, 2, sig_done, &p);
  wait_for_all(&p);
  dram_read(r, packet, 2, sig_done, &s);
  wait_for_all(&s);
  EXPECT(r[0] >> 32, 0x100);
  EXPECT(r[1], 0x103);
}

static void counted(void) {
  SIGNAL s;
  __xread unsigned r[3];
  words[4] = HIDE(4);
  words[5] = HIDE(5);
  words[6] = HIDE(6);
  sram_read_ind(r, &words[4], 3, ind_count(HIDE(3)), ctx_swap, &s);
  EXPECT(r[0] + r[1] * 16 + r[2] * 256, 0x654);
}

static void rings(void) {
  SIGNAL s;
  __xwrite unsigned w[2];
  __xread unsigned r[2];
  w[0] = HIDE(77);
  w[1] = HIDE(88);
  scratch_put_ring(w, scratch_ring(2), 2, ctx_swap, &s);
  scratch_get_ring(r, scratch_ring(2), 2, ctx_swap, &s);
  EXPECT(r[0], 77);
  EXPECT(r[1], 88);
}

static void hashes(void) {
  SIGNAL s;
  __xrw unsigned x[4];
  unsigned first;
  for (int i = 0; i < 4; ++i)
    x[i] = HIDE(i + 1);
  hash_48(x, 2, ctx_swap, &s);
  first = x[0];
  x[0] = HIDE(1);
  x[1] = HIDE(2);
  hash_48(x, 1, ctx_swap, &s);
  EXPECT(x[0], first);
}

main() {
  sram_commands();
  scratch_commands();
  dram_commands();
  counted();
  rings();
  hashes();
  DONE();
}

//--- scratch.c
// expect: 0xff 0x881122 0x16 0xa3 0xa0 0x45 0x41 0x8a 0x10 0x16 0x77 0x77 0x7f 0xf 0xe 0x72 0x73
// expect: 0x72 0x62
#define PLACE __scratch
#define AT(n) ((volatile void PLACE*)(0x1000 + 4 * (n)))
#define UNIT(command) scratch_##command
#include "atomic.h"

int main(void) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __xwrite unsigned out;
  __xrw unsigned both = 2 + unknown_zero();
  commands();
  scratch_test_and_sub(&both, AT(0), ctx_swap, &p);
  result(both); /* 0x72 */
  out = 14 + unknown_zero();
  scratch_sub(&out, AT(0), ctx_swap, &s); /* 0x62 */
  look(0);
  return 0;
}

//--- sram.c
// expect: 0xff 0x881122 0x16 0xa3 0xa0 0x45 0x41 0x8a 0x10 0x16 0x77 0x77 0x7f 0xf 0xe 0x72 0x73
// expect: 0x72
#define PLACE __sram
#define AT(n) ((volatile void PLACE*)(0x3000 + 4 * (n)))
#define UNIT(command) sram_##command
#include "atomic.h"

int main(void) {
  commands();
  look(0);
  return 0;
}

//--- strings.c
// expect: 0 0 0 0 0
// options: --control-store=8192
// each: -DTO=dram
// each: -DTO=lmem
// each: -DTO=scratch
// each: -DTO=sram
/* memcpy, memcmp and ua_memcpy from all memories to one, of any number of bytes; memset, strlen. */
#include "test.h"

static unsigned char lmem_a[24] __attribute__((aligned(8)));
static unsigned char lmem_b[24] __attribute__((aligned(8)));
static __sram unsigned char sram_a[24] __attribute__((aligned(8)));
static __sram unsigned char sram_b[24] __attribute__((aligned(8)));
static __dram unsigned char dram_a[24] __attribute__((aligned(8)));
static __dram unsigned char dram_b[24] __attribute__((aligned(8)));
static __scratch unsigned char scratch_a[24] __attribute__((aligned(8)));
static __scratch unsigned char scratch_b[24] __attribute__((aligned(8)));
/* Numbers of errors. */
static unsigned copies, compares, anywhere, fills, lengths;

/* a is 1 2 3 .. and b is full of 0xee before each test. */
#define COPY(pair, d, s)                                                                           \
  do {                                                                                             \
    unsigned i, bytes = 19 + unknown_zero();                                                       \
    for (i = 0; i < 24; ++i) {                                                                     \
      s##_a[i] = (unsigned char)(i + 1);                                                           \
      d##_b[i] = 0xee;                                                                             \
    }                                                                                              \
    memcpy_##pair(d##_b, s##_a, bytes);                                                            \
    for (i = 0; i < 24; ++i)                                                                       \
      copies += d##_b[i] != (i < 19 ? i + 1 : 0xee);                                               \
  } while (0)
/* b is the result of COPY: 19 bytes are the same. */
#define COMPARE(pair, d, s)                                                                        \
  do {                                                                                             \
    const unsigned bytes = 19 + unknown_zero();                                                    \
    compares += memcmp_##pair(d##_b, s##_a, bytes) != 0;                                           \
    compares += memcmp_##pair(d##_b, s##_a, bytes + 1) <= 0;                                       \
    d##_b[18] = 3;                                                                                 \
    compares += memcmp_##pair(d##_b, s##_a, bytes) >= 0;                                           \
    compares += memcmp_##pair(d##_b, s##_a, bytes - 1) != 0;                                       \
    d##_b[4] = 0x85;                                                                               \
    compares += memcmp_##pair(d##_b, s##_a, bytes) <= 0;                                           \
    compares += memcmp_##pair(d##_b, s##_a, unknown_zero()) != 0;                                  \
  } while (0)
#define UNALIGNED(pair, d, s)                                                                      \
  do {                                                                                             \
    unsigned i;                                                                                    \
    for (i = 0; i < 24; ++i)                                                                       \
      d##_b[i] = 0xee;                                                                             \
    ua_memcpy_##pair(d##_b, 3 + unknown_zero(), s##_a, 6 + unknown_zero(), 9 + unknown_zero());    \
    ua_memcpy(d##_b, 15 + unknown_zero(), s##_a, 4, 4);                                            \
    for (i = 0; i < 24; ++i)                                                                       \
      anywhere += d##_b[i] != (i >= 3 && i < 12 ? i + 4 : i >= 15 && i < 19 ? i - 10 : 0xee);      \
  } while (0)
#define FILL(memory)                                                                               \
  do {                                                                                             \
    unsigned i;                                                                                    \
    memset_##memory(memory##_b, 0, 24);                                                            \
    memset_##memory(memory##_b, 0x25a, 22 + unknown_zero());                                       \
    for (i = 0; i < 24; ++i)                                                                       \
      fills += memory##_b[i] != (i < 22 ? 0x5a : 0);                                               \
  } while (0)
#define lmem_words
#define sram_words __sram
#define dram_words __dram
#define scratch_words __scratch
#define LENGTH(memory)                                                                             \
  do {                                                                                             \
    lengths += strlen_##memory((const char memory##_words*)&memory##_b[1]) != 21;                                       \
    lengths += strlen_##memory((const char memory##_words*)&memory##_b[22]) != 0;                                       \
  } while (0)

#define FROM(d, s)                                                                                 \
  COPY(d##_##s, d, s);                                                                             \
  COMPARE(d##_##s, d, s);                                                                          \
  UNALIGNED(d##_##s, d, s)

#define INTO(memory)                                                                               \
  FROM(memory, lmem);                                                                              \
  FROM(memory, sram);                                                                              \
  FROM(memory, dram);                                                                              \
  FROM(memory, scratch);                                                                           \
  FILL(memory);                                                                                    \
  LENGTH(memory)

int main(void) {
  INTO(TO);
  result(copies);
  result(compares);
  result(anywhere);
  result(fills);
  result(lengths);
  return 0;
}

//--- unaligned.c
// expect: 0x78 0x78 0x789a 0x789a 0x789abcde 0x789abcde 0x789abcde 0xf00fedcb 0x789abcde 0xf00fedcb
// expect: 0x78 0x78 0x789a 0x789a 0x789abcde 0x789abcde 0x789abcde 0xf00fedcb 0x789abcde 0xf00fedcb
// expect: 0x12a1a2b1 0xb1b3c1c1 0xc2c3c5d1 0xd1d2d3d4 0xd5d6d7d9 0x0
// each: -DMEMORY=dram -DPLACE=__dram
// each: -DMEMORY=lmem -DPLACE=
// each: -DMEMORY=scratch -DPLACE=__scratch
// each: -DMEMORY=sram -DPLACE=__sram
/* Unaligned values in a memory, by the memory's name and by the pointer's type. */
#include "test.h"

#define PASTED(function, memory) function##_##memory
#define OF(function, memory) PASTED(function, memory)
#define NAMED(function) OF(function, MEMORY)

static const unsigned words[6] = {0x12345678, 0x9abcdef0, 0x0fedcba9, 0x87654321, 0x13579bdf};
static PLACE unsigned copy[6];

int main(void) {
  volatile void PLACE* p = copy;
  const unsigned z = unknown_zero();
  unsigned i;
  for (i = 0; i < 6; ++i)
    copy[i] = words[i];
  result((unsigned)NAMED(ua_get_u8)(p, 3 + z));
  result((unsigned)NAMED(ua_get_s8)(p, 3 + z));
  result((unsigned)NAMED(ua_get_u16)(p, 3 + z));
  result((unsigned)NAMED(ua_get_s16)(p, 3 + z));
  result((unsigned)NAMED(ua_get_u32)(p, 3 + z));
  result((unsigned)NAMED(ua_get_s32)(p, 3 + z));
  result((unsigned)(NAMED(ua_get_u64)(p, 3 + z) >> 32));
  result((unsigned)NAMED(ua_get_u64)(p, 3 + z));
  result((unsigned)(NAMED(ua_get_s64)(p, 3 + z) >> 32));
  result((unsigned)NAMED(ua_get_s64)(p, 3 + z));
  result((unsigned)ua_get_u8(p, 3 + z));
  result((unsigned)ua_get_s8(p, 3 + z));
  result((unsigned)ua_get_u16(p, 3 + z));
  result((unsigned)ua_get_s16(p, 3 + z));
  result((unsigned)ua_get_u32(p, 3 + z));
  result((unsigned)ua_get_s32(p, 3 + z));
  result((unsigned)(ua_get_u64(p, 3 + z) >> 32));
  result((unsigned)ua_get_u64(p, 3 + z));
  result((unsigned)(ua_get_s64(p, 3 + z) >> 32));
  result((unsigned)ua_get_s64(p, 3 + z));
  NAMED(ua_set_8)(p, 1 + z, 0xa1);
  NAMED(ua_set_16)(p, 3 + z, 0xb1b2);
  NAMED(ua_set_32)(p, 6 + z, 0xc1c2c3c4);
  NAMED(ua_set_64)(p, 11 + z, 0xd1d2d3d4d5d6d7d8);
  ua_set_8(p, 2 + z, 0xa2);
  ua_set_16(p, 4 + z, 0xb1b3);
  ua_set_32(p, 7 + z, 0xc1c2c3c5);
  ua_set_64(p, 12 + z, 0xd1d2d3d4d5d6d7d9);
  for (i = 0; i < 6; ++i)
    result(copy[i]);
  return 0;
}

//--- unaligned_blocks.c
// expect: itself
#include "test.h"

__declspec(sram shared) unsigned table[4] = {0x00010203, 0x04050607, 0x08090a0b, 0xfcfdfeff};
__declspec(scratch shared) unsigned pad[4];
__declspec(dram shared aligned(8)) unsigned packet[4];
__declspec(local_mem) unsigned local[4];

static void reads(void) {
  EXPECT(ua_get_u8(table, HIDE(9)), 0x09);
  EXPECT(ua_get_u16(table, HIDE(1)), 0x0102);
  EXPECT(ua_get_u16(table, HIDE(3)), 0x0304);
  EXPECT(ua_get_u32_sram(table, HIDE(5)), 0x05060708);
  EXPECT(ua_get_u32(table, HIDE(4)), 0x04050607);
  EXPECT(ua_get_u64(table, HIDE(2)) >> 32, 0x02030405);
  EXPECT(ua_get_u64(table, HIDE(2)), 0x06070809);
  EXPECT(ua_get_s8(table, HIDE(12)), -4);
  EXPECT(ua_get_s16(table, HIDE(13)), -514);
}

static void writes(void) {
  for (int i = 0; i < 4; ++i)
    pad[i] = local[i] = packet[i] = 0;
  ua_set_16(local, 3, HIDE(0xabcd));
  EXPECT(local[0], 0xab);
  EXPECT(local[1], 0xcd000000);
  EXPECT(ua_get_u16(local, 3), 0xabcd);
  ua_set_32(pad, HIDE(2), HIDE(0x12345678));
  EXPECT(pad[0], 0x1234);
  EXPECT(pad[1], 0x56780000);
  ua_set_8(packet, HIDE(5), HIDE(0xfee));
  EXPECT(packet[1], 0x00ee0000);
  ua_set_64(packet, HIDE(1), 0x0102030405060708ull);
  EXPECT(packet[0], 0x00010203);
  EXPECT(packet[1], 0x04050607);
  EXPECT(packet[2], 0x08000000);
}

static void blocks(void) {
  memcpy_dram_sram(packet, table, 16);
  EXPECT(packet[0], 0x00010203);
  EXPECT(packet[3], 0xfcfdfeff);
  memcpy_lmem_dram(local, packet, 8);
  EXPECT(local[1], 0x04050607);
  memset_scratch(pad, 0x5a, 12);
  EXPECT(pad[2], 0x5a5a5a5a);
}

main() {
  reads();
  writes();
  blocks();
  DONE();
}

//--- atomic.h
/* Commands that the scratchpad and SRAM share: reading, writing, the atomic ones. A program defines
   UNIT(command): sram_add for add, and AT(n), the address of a longword, with its type, PLACE. */
#include "test.h"

#define LOOK(n) result(*(volatile PLACE unsigned*)AT(n))
static __noinline void look(unsigned n) {
  LOOK(n);
}

static __forceinline void commands(void) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __xwrite unsigned out[4];
  __xread unsigned in[4];
  __xrw unsigned both;
  const unsigned z = unknown_zero();
  out[0] = 0x11 + z;
  out[1] = 0x22 + z;
  out[2] = 0x44 + z;
  out[3] = 0x88 + z;
  UNIT(write)(out, AT(0), 4, sig_done, &s);
  wait_for_all(&s);
  UNIT(write_ind)(out, AT(4), 4, ind_count(2 + z), ctx_swap, &s);
  UNIT(read)(in, AT(z), 4, ctx_swap, &s);
  result(in[0] + in[1] + in[2] + in[3]); /* 0xff */
  UNIT(read_ind)(in, AT(3), 4, ind_count(3 + z), sig_done, &s);
  __implicit_write(in);
  wait_for_all(&s);
  result(in[0] * 0x10000 + in[1] * 0x100 + in[2]); /* 0x881122 */
  out[0] = 5 + z;
  UNIT(add)(out, AT(0), ctx_swap, &s); /* 0x16 */
  look(0);
  out[0] = 0x81 + z;
  UNIT(bits_set)(out, AT(1), ctx_swap, &s); /* 0xa3 */
  look(1);
  out[0] = 0x03 + z;
  UNIT(bits_clr)(out, AT(1), ctx_swap, &s); /* 0xa0 */
  look(1);
  out[0] = 1 + z;
  UNIT(bit_set)(out, AT(2), ctx_swap, &s); /* 0x45 */
  look(2);
  out[0] = 4 + z;
  UNIT(bit_clear)(out, AT(2), ctx_swap, &s); /* 0x41 */
  look(2);
  UNIT(incr)(AT(3));
  UNIT(incr)(AT(3));
  UNIT(decr)(AT(4));
  look(3); /* 0x8a */
  look(4); /* 0x10 */
  both = 0x77 + z;
  UNIT(swap)(&both, AT(0), sig_done, &p);
  wait_for_all(&p);
  result(both); /* 0x16 */
  look(0);      /* 0x77 */
  both = 8 + z;
  UNIT(test_and_set)(&both, AT(0), ctx_swap, &p);
  result(both); /* 0x77 */
  both = 0x70 + z;
  UNIT(test_and_clear)(&both, AT(0), ctx_swap, &p);
  result(both); /* 0x7f */
  both = 1 + z;
  UNIT(test_and_clr)(&both, AT(0), ctx_swap, &p);
  result(both); /* 0xf */
  both = 100 + z;
  UNIT(test_and_add)(&both, AT(0), ctx_swap, &p);
  result(both); /* 0xe */
  UNIT(test_and_incr)(in, AT(0), ctx_swap, &p);
  result(in[0]); /* 0x72 */
  UNIT(test_and_decr)(in, AT(0), ctx_swap, &p);
  result(in[0]); /* 0x73 */
}

// Transfer registers: a program a section (tests/sections.py).

//--- full_registers.c
// expect: 240 2760 360 15
// data: sram, too
// All transfer registers of a context hold values across calls of functions that need some: values
// move to other registers in between.
#include <ixp.h>

static __declspec(sram shared) unsigned table[64];
static unsigned counted[4];

static __noinline unsigned fetch(unsigned at) {
  __xread unsigned word;
  SIGNAL done;
  sram_read(&word, &table[at & 63], 1, ctx_swap, &done);
  counted[at & 3] += 1;
  return word;
}

main() {
  volatile __scratch unsigned* const results = (volatile __scratch unsigned*)0x200;
  const unsigned zero = *(volatile __scratch unsigned*)0x1f8;
  unsigned i, sum = 0;
  for (i = 0; i < 64; ++i)
    table[i] = i;
  {
    __xread unsigned a[16];
    SIGNAL done;
    sram_read(a, &table[zero], 16, ctx_swap, &done);
    sum = fetch(zero + 60) + fetch(zero + 60);
    results[0] = a[0] + a[1] + a[2] + a[3] + a[4] + a[5] + a[6] + a[7] + a[8] + a[9] + a[10] + a[11] + a[12] + a[13] +
                 a[14] + a[15] + sum;
  }
  {
    __xread unsigned a[16];
    SIGNAL done;
    unsigned turn;
    sum = 0;
    for (turn = zero; turn < 10; ++turn) {
      sram_read(a, &table[turn], 16, sig_done, &done);
      wait_for_all(&done);
      if (turn & 1) sum += fetch(turn);
      sum += a[0] + a[1] + a[2] + a[3] + a[4] + a[5] + a[6] + a[7] + a[8] + a[9] + a[10] + a[11] + a[12] + a[13] +
             a[14] + a[15];
      sum -= turn & 1 ? turn : zero;
    }
    results[1] = sum + 840;
  }
  {
    __xwrite unsigned b[16];
    SIGNAL done;
    b[0] = fetch(zero + 1), b[1] = fetch(zero + 3), b[2] = fetch(zero + 5), b[3] = fetch(zero + 7);
    b[4] = fetch(zero + 9), b[5] = fetch(zero + 11), b[6] = fetch(zero + 13), b[7] = fetch(zero + 15);
    b[8] = fetch(zero + 17), b[9] = fetch(zero + 19), b[10] = fetch(zero + 21), b[11] = fetch(zero + 23);
    b[12] = fetch(zero + 25), b[13] = fetch(zero + 27), b[14] = fetch(zero + 29), b[15] = zero + 104;
    sram_write(b, &table[zero], 16, ctx_swap, &done);
    sum = 0;
    for (i = 0; i < 16; ++i)
      sum += table[i];
    results[2] = sum + 31;
  }
  results[3] = counted[0] + counted[1] + counted[2] + counted[3] - 7;
}

//--- indexed_registers.c
// expect: 1 2 3 4 5 6 7 8 0x10 0x11 0x12 0x13 0x20 0x21 0x22 0x23 0x55 9 0 0x31 0x30 100 102
// Commands name transfer registers by a variable, in loops of some length that are not unrolled.
#include "test.h"

static __declspec(sram shared) unsigned list[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
static __declspec(sram shared) unsigned out[16];
static __declspec(dram shared aligned(8)) unsigned quad[8] = {0x30, 0x31, 0x32, 0x33};

int main(void) {
  __xread unsigned x[8];
  __xwrite unsigned w[8];
  __dxread unsigned d[4];
  SIGNAL s;
  SIGNAL_PAIR p;
  const unsigned n = unknown(8), count = unknown(2);
  unsigned i, sum = 0;
  for (i = 0; i < n; ++i)
    sram_read(&x[i], &list[i], 1, ctx_swap, &s);
  for (i = 0; i < 8; ++i)
    result(x[i]);
  for (i = 0; i < n; ++i)
    w[i] = 0x10 * (1 + (i >> 2)) + (i & 3);
  for (i = 0; i < n; i += 2) {
    sram_write(&w[i], &out[i], 2, sig_done, &s);
    __wait_for_all(&s);
  }
  for (i = 0; i < 8; ++i)
    result(out[i]);
  /* only one is replaced, the others stay */
  list[5] = 0x55;
  sram_read(&x[n - 3], &list[5], 1, sig_done, &s);
  __wait_for_all(&s);
  result(x[5]);
  for (i = 0; i < n; ++i)
    sum += i == 5 ? 0 : x[i] - (i + 1);
  result(sum + 9);
  sram_read(&x[n - 6], &list[10], count, sig_done, &s); /* a count that varies, too */
  __wait_for_all(&s);
  result(x[2] + x[3]);
  for (i = 0; i < n; i += 8)
    dram_read(&d[n - 6 + i], quad, 1, ctx_swap, &p);
  result(d[3]);
  result(d[2]);
  /* the loop is constant: the compiler unrolls it */
  for (i = 0; i < 8; ++i)
    w[i] = 100 + i;
  for (i = 0; i < 8; ++i)
    sram_write(&w[i], &out[2 * i], 1, ctx_swap, &s);
  result(out[0]);
  result(out[4]);
}

//--- indexed_writes.c
// expect: 0 0x0000056f 0x063c3d1a 0x000001e7 0x4e067a7e
// Writes of transfer registers by a variable stay behind earlier writes of the same ones by name.
#include "test.h"

static __declspec(dram aligned(8)) unsigned long long out[2];
static unsigned number = 0x58;
static unsigned char bytes[28];

int main(void) {
  __dxwrite unsigned long long x[2];
  SIGNAL_PAIR s;
  number ^= unknown_zero();
  bytes[3] ^= (unsigned char)unknown_zero();
  x[0] = 0x56f063c3d1aull >> (bytes[(number + 12u) % 28u] & 63);
  x[1] = 0xfffffffffffffff0ull >> 15;
  x[(number + 41u) & 1] = 0x1e74e067a7eull;
  dram_write(x, &out[0], 2, sig_done, &s);
  __wait_for_all(&s);
  result(bytes[3]);
  result((unsigned)(out[0] >> 32));
  result((unsigned)out[0]);
  result((unsigned)(out[1] >> 32));
  result((unsigned)out[1]);
}

//--- packed_registers.c
// expect: the host
// Packed structures, which lie anywhere, copied to and from transfer registers, which do not.
#include "test.h"

#ifdef __MECC__
#define READ(x, m) sram_read(&x, m, sizeof x / 4, ctx_swap, &done)
#define WRITE(x, m) sram_write(&x, m, sizeof x / 4, ctx_swap, &done)
#else
typedef int SIGNAL;
#define __xread
#define __xwrite
#define READ(x, m) (x = *(m))
#define WRITE(x, m) (*(m) = x)
#endif

struct record {
  unsigned char a;
  unsigned b;
  short c;
  unsigned char d[9];
} __attribute__((packed));

static __shared __sram struct record kept = {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11, 12}};
static struct record mine = {21, 22, 23, {24, 25, 26, 27, 28, 29, 30, 31, 32}};

static unsigned sum(struct record *r) {
  return mix(mix(r->a, r->b), mix((unsigned)r->c, r->d[unknown(5)]));
}
static __noinline unsigned from_registers(struct record r, unsigned n) {
  __xread struct record x;
  SIGNAL done;
  READ(x, &kept);
  if (n) r = x;
  return sum(&r);
}
static __noinline void to_registers(struct record *r) {
  __xwrite struct record x;
  SIGNAL done;
  x = *r;
  WRITE(x, &kept);
}

int main(void) {
  struct record copy;
  result(from_registers(mine, unknown(1)));
  to_registers(&mine);
  copy = kept;
  result(sum(&copy));
  result(from_registers(copy, unknown(0)));
}

//--- parts.c
// expect: 340 1640
// Parts of transfer registers are named in loops; LLVM moves invariant values out of them.
#include "test.h"

static __declspec(sram shared) unsigned numbers[40];
static __declspec(dram shared aligned(8)) unsigned long long wide[40];

static __noinline unsigned in_sram(void) {
  __xread unsigned x[6];
  SIGNAL s, t;
  unsigned sum = 0, n;
  for (n = 0; n < 20; n += 2) {
    sram_read(&x[0], &numbers[n], 2, sig_done, &s);
    sram_read(&x[2], &numbers[n + 2], 2, sig_done, &t);
    wait_for_all(&s, &t);
    if (x[1] & 1) {
      sram_read(&x[4], &numbers[n + 4], 2, ctx_swap, &s);
      sum += x[4];
    }
    sum += x[0] + x[3];
  }
  return sum;
}

static __noinline unsigned in_dram(void) {
  __dxread struct {
    unsigned long long first, second[3];
  } d;
  SIGNAL_PAIR p, q;
  unsigned sum = 0, n;
  for (n = 0; n < 20; n += 2) {
    dram_read(&d.second[1], &wide[n], 2, sig_done, &p);
    dram_read(&d.first, &wide[n + 1], 1, sig_done, &q);
    wait_for_all(&p, &q);
    sum += (unsigned)(d.first + d.second[1] * 16 + d.second[2]);
  }
  return sum;
}

int main(void) {
  unsigned n;
  for (n = 0; n < 40; ++n)
    numbers[n] = n, wide[n] = n;
  result(in_sram());
  result(in_dram());
}

//--- transfer_blocks.c
// expect: 1019 50 1100
// Transfer registers of blocks that follow each other in a loop: each block begins with fresh
// ones, also when one fills its array piece by piece.
#include <ixp.h>

static __declspec(sram shared) unsigned table[64];

main() {
  volatile __scratch unsigned* const results = (volatile __scratch unsigned*)0x200;
  const unsigned zero = *(volatile __scratch unsigned*)0x1f8;
  unsigned turn, i, sum = 0, last = 0;
  for (i = 0; i < 64; ++i)
    table[i] = i * i;
  for (turn = 0; turn < 3 + zero; ++turn) {
    {
      __xread unsigned whole[16];
      SIGNAL done;
      sram_read(whole, &table[turn], 16, ctx_swap, &done);
      sum += whole[3] + whole[15];
    }
    {
      __xread unsigned pieces[8];
      SIGNAL done;
      for (i = 0; i < 8 + zero; ++i)
        sram_read(&pieces[i], &table[turn + i], 1, ctx_swap, &done);
      sum += pieces[0] + pieces[7] + (pieces[2] ^ pieces[2]);
    }
    {
      __xwrite unsigned out[12];
      SIGNAL done;
      for (i = 0; i < 12 + zero; ++i)
        out[i] = i * 100;
      sram_write(out, &table[turn * 4], 12, ctx_swap, &done);
      last = table[turn * 4 + 11];
      for (i = 0; i < 12; ++i)
        table[turn * 4 + i] = (turn * 4 + i) * (turn * 4 + i);
    }
  }
  results[0] = sum;
  sum = 0;
again: {
  __xread unsigned word[10];
  SIGNAL done;
  sram_read(&word[turn & 7], &table[turn], 1, ctx_swap, &done);
  sum += word[turn & 7];
  ++turn;
}
  if (turn < 6 + zero) goto again;
  results[1] = sum;
  results[2] = last;
}

//--- two_sided.c
// expect: 10 12 13 0xdead 14 99 15 77
// Read-write registers have two sides: x = x copies the read side to the write side.
#include "test.h"

static __declspec(sram shared) unsigned from[8] = {10, 11, 12, 13, 14, 15}, to[8] = {1};

static __forceinline void turn(__xrw unsigned* x, unsigned n) {
  for (unsigned i = 0; i < n; ++i)
    x[i] = x[i];
}

int main(void) {
  __xrw unsigned x[2];
  SIGNAL done;
  x[0] = unknown(0xdead);
  x[1] = unknown(0xdead);
  sram_read(x, from, 2, ctx_swap, &done);
  result(x[0]);
  sram_read(x, &from[2], 2, ctx_swap, &done);
  x[0] = x[0];
  x[1] = unknown(1) ? x[1] : 9;
  sram_write(x, to, 2, ctx_swap, &done);
  result(to[0]);
  result(to[1]);
  sram_read(x, from, 2, ctx_swap, &done);
  x[0] = unknown(0xdead);
  sram_write(x, to, 1, ctx_swap, &done);
  result(to[0]);
  sram_read(x, &from[4], 2, ctx_swap, &done);
  turn(x, 2);
  sram_write(x, to, 2, ctx_swap, &done);
  result(to[0]);
  x[1] = unknown(99);
  sram_write(&x[1], to, 1, ctx_swap, &done);
  result(to[0]);
  result(x[1]);
  x[0] = unknown(77);
  scratch_write(&x[0], (void __scratch*)0x3000, 1, ctx_swap, &done);
  result(*(volatile unsigned __scratch*)0x3000);
}

//--- wide_registers.c
// expect: the host
// Numbers of eight bytes in transfer registers, found by an index that varies.
#include "test.h"

#ifdef __MECC__
#define READ(x, m, n) dram_read(x, m, n, ctx_swap, &done)
#define WRITE(x, m, n) dram_write(x, m, n, ctx_swap, &done)
#else
#include <string.h>
typedef int SIGNAL;
#define __dxread
#define __dxwrite
#define __dxrw
#define READ(x, m, n) memcpy(x, m, 8 * (n))
#define WRITE(x, m, n) memcpy(m, x, 8 * (n))
#endif

struct pair {
  unsigned first, second;
};

static __shared __dram unsigned long long numbers[8];
static __shared __dram struct pair pairs[4];

static __noinline unsigned read_all(unsigned n) {
  __dxread unsigned long long x[4];
  SIGNAL done;
  unsigned i, h = 0;
  READ(x, &numbers[n], 4);
  for (i = 0; i < unknown(4); ++i)
    h = mix64(h, x[i]);
  return mix64(h, x[3 - unknown(1)]);
}

static __noinline void write_some(unsigned n) {
  __dxwrite unsigned long long x[4];
  SIGNAL done;
  unsigned i;
  for (i = 0; i < 4; ++i)
    x[i] = 0;
  for (i = 0; i < unknown(4); i += 2)
    x[i ^ unknown(1)] = 0x0123456789abcdefull * (i + 1);
  WRITE(x, &numbers[n], 4);
}

static __noinline unsigned members(unsigned n) {
  __dxrw struct pair x[4];
  SIGNAL done;
  unsigned i, h = 0;
  READ(x, pairs, 4);
  for (i = 0; i < unknown(4); ++i)
    h = mix(mix(h, x[i].second), x[i ^ n].first);
  return h;
}

int main(void) {
  unsigned i;
  for (i = 0; i < 8; ++i)
    numbers[i] = (unsigned long long)(i + 1) << 33 | i * i;
  for (i = 0; i < 4; ++i)
    pairs[i].first = 10 * i, pairs[i].second = 10 * i + 7;
  result(read_all(unknown(2)));
  write_some(unknown(3));
  result(read_all(unknown(3)));
  result(read_all(unknown(4)));
  result(members(unknown(1)));
}

// Inline assembly: a program a section (tests/sections.py).

//--- assembly.c
// expect: the host
// Dependent inline assembly: chains of carries, labels, indirect shifts, steps of one computation.
#include "test.h"

/* 96 bits: each instruction needs the carry of the one before it. */
static void add96(unsigned *sum, unsigned a2, unsigned a1, unsigned a0, unsigned b2, unsigned b1,
                  unsigned b0) {
  unsigned s0, s1, s2;
#ifdef __MECC__
  __asm { alu[s0, a0, +, b0]        ; the lowest; it's here that carries begin
          alu[s1, a1, +carry, b1]   ; this } ends nothing
          alu[s2, a2, +carry, b2] }
#else
  unsigned long long t = (unsigned long long)a0 + b0;
  s0 = (unsigned)t;
  t = (t >> 32) + a1 + b1;
  s1 = (unsigned)t;
  s2 = (unsigned)(t >> 32) + a2 + b2;
#endif
  sum[0] = s0, sum[1] = s1, sum[2] = s2;
}

static unsigned long long subtract(unsigned high, unsigned low, unsigned by) {
  unsigned h = high, l = low;
#ifdef __MECC__
  __asm { alu[l, l, -, by]; alu[h, h, -carry, 0] }
#else
  const unsigned long long d = ((unsigned long long)high << 32 | low) - by;
  h = (unsigned)(d >> 32), l = (unsigned)d;
#endif
  return (unsigned long long)h << 32 | l;
}

/* Labels and branches: ones are counted until none is left. */
static unsigned ones(unsigned v) {
  unsigned n, bit;
#ifdef __MECC__
  __asm {
    immed[n, 0]
  next#:
    alu[--, --, B, v]
    beq[done#]
    alu[bit, v, and, 1]
    alu[n, n, +, bit]
    br[next#], defer[1]
    alu_shf[v, --, b, v, >>1]
  done#:
  }
#else
  for (n = 0; v; v >>= 1)
    n += v & 1;
#endif
  return n;
}

static unsigned classify(unsigned v) {
  unsigned kind;
#ifdef __MECC__
  __asm __attribute(ASM_HAS_JUMP)
  {
    immed[kind, 3]
    br_bset[v, 31, negative]
    br=byte[v, 1, 0xab, byte]
    alu[--, v, -, 100]
    bhs[large]
    immed[kind, 0]
    br[out]
  negative: immed[kind, 1]
    br[out]
  byte:
    alu[kind, kind, -, 1]
    br[out]
  large:
  out:
  }
#else
  kind = v >> 31 ? 1 : (v >> 8 & 255) == 0xab ? 2 : v >= 100 ? 3 : 0;
#endif
  return kind;
}

/* Three that are added with each other cannot have three banks; one is added to itself. */
static unsigned triangle(unsigned a, unsigned b, unsigned c) {
  unsigned x, y, z, w;
#ifdef __MECC__
  __asm {
    alu[x, a, +, b]
    alu[y, b, XOR, c]
    alu[z, c, -, a]
    alu[w, a, +, a]
    alu[x, x, +, y]
    alu[y, y, +, z]
    alu[z, z, +, x]          ; all three were made here
    alu[w, w, +, w]
    ld_field[w, 0011, w, >>16]
    alu[w, w, +, 0x12345]    ; too large for an operand
  }
#else
  x = a + b, y = b ^ c, z = c - a, w = a + a;
  x += y, y += z, z += x;
  w += w;
  w = (w & 0xffff0000) | w >> 16;
  w += 0x12345;
#endif
  return mix(mix(mix(x, y), z), w);
}

/* Sources that meet in one bank where nothing may come between two instructions. */
static unsigned carried(unsigned p, unsigned q, unsigned r) {
#ifdef __MECC__
  __asm {
    alu[q, p, +, q]
    alu[p, q, +carry, q]
    alu[p, p, +, r]
    alu[r, r, +carry, q]
    alu[p, p, XOR, r]
    alu[--, p, -, r]         ; codes for the branch behind the copy
    alu_shf[q, q, OR, q, <<4]
  }
#else
  unsigned carry;
  q = p + q;
  carry = q < p;
  p = q + q + carry;
  carry = p + r < p;
  p += r;
  r = r + q + carry;
  p ^= r;
  q |= q << 4;
#endif
  return mix(mix(p, q), r);
}

static unsigned in_a_slot(unsigned p, unsigned q, unsigned turns) {
#ifdef __MECC__
  __asm {
    alu[p, p, +, q]
    alu[q, q, -, p]
  next#:
    alu[turns, turns, -, 1]
    bne[next#], defer[1]
    alu[p, p, +, p]          ; a copy would be in the slot instead
  }
#else
  p += q;
  q -= p;
  for (; turns; --turns)
    p += p;
#endif
  return mix(p, q);
}

static unsigned amounts(unsigned p, unsigned q, unsigned n) {
#ifdef __MECC__
  __asm {
    alu[p, p, +, q]
    alu[q, q, XOR, p]
    alu[n, p, XOR, q]
    alu[--, n, OR, 0]
    alu_shf[n, n, AND, n, >>indirect]
    mul_step[p, p], 16x16_start
    mul_step[p, p], 16x16_step1
    mul_step[p, p], 16x16_step2
    mul_step[p, --], 16x16_last
  }
#else
  p += q;
  q ^= p;
  n = p ^ q;
  n &= n >> (n & 31);
  p = (p & 0xffff) * (p & 0xffff);
#endif
  return mix(mix(p, q), n);
}

static unsigned shifts(unsigned v, unsigned n) {
  unsigned r, s, t, u;
#ifdef __MECC__
  __asm {
    alu[--, n, OR, 0]
    alu_shf[s, --, B, v, <<indirect]
    alu_shf[r, --, B, v, <<rot5]
    alu_shf[t, v, AND, v, >>ROT5]
    alu[--, --, B, v]        ; whose sign comes in
    asr[u, v, >>3]
  }
#else
  s = v << (n & 31);
  r = v << 5 | v >> 27;
  t = v & (v >> 5 | v << 27);
  u = (unsigned)((int)v >> 3);
#endif
  return mix(mix(mix(r, s), t), u);
}

static unsigned product16(unsigned a, unsigned b) {
  unsigned p;
#ifdef __MECC__
  __asm {
    mul_step[a, b], 16x16_start
    mul_step[a, b], 16x16_step1
    mul_step[a, b], 16x16_step2
    mul_step[p, --], 16x16_last
  }
#else
  p = (a & 0xffff) * (b & 0xffff);
#endif
  return p;
}

static unsigned population(unsigned v) {
  unsigned n;
#ifdef __MECC__
  __asm { pop_count1[v] pop_count2[v] pop_count3[n, v] }
#else
  n = (unsigned)__builtin_popcount(v);
#endif
  return n;
}

/* Bytes 1 to 4 of a and b. */
static unsigned align(unsigned a, unsigned b, unsigned c) {
  unsigned first, second, index = 1;
#ifdef __MECC__
  __asm {
    local_csr_wr[BYTE_INDEX, index]
    byte_align_be[--, a]
    byte_align_be[first, b]
    byte_align_be[second, c]
  }
#else
  first = a << 8 | b >> 24;
  second = b << 8 | c >> 24;
#endif
  return mix(first, second);
}

static unsigned remainder_of(unsigned start, unsigned word) {
  unsigned r, echo;
#ifdef __MECC__
  __asm {
    local_csr_wr[CRC_REMAINDER, start]
    crc_be[crc_32, echo, word], bytes_0_1
    crc_be[crc_32, --, word], bytes_2_3
    local_csr_rd[crc_remainder]
    immed[r, 0]
  }
#else
  echo = word;
  r = start;
  for (int n = 31; n >= 0; --n) {
    const unsigned bit = (r >> 31) ^ (word >> n & 1);
    r = r << 1 ^ (bit ? 0x04c11db7u : 0);
  }
#endif
  return mix(r, echo);
}

/* Members, elements and bytes are variables, too. */
static unsigned places(unsigned v) {
  struct {
    unsigned word;
    unsigned char byte;
  } s = {v, 7};
  unsigned list[2] = {1, 2};
#ifdef __MECC__
  __asm { alu[list[1], s.word, +, list[0]]
          alu[s.byte, s.byte, +, 3] }
#else
  list[1] = s.word + list[0];
  s.byte += 3;
#endif
  return mix(list[1], s.byte);
}

#ifdef __MECC__
#define ADD_CARRY(h, l, by) __asm { alu[l, l, +, by]; alu[h, h, +carry, 0]; }
#else
#define ADD_CARRY(h, l, by) (l += by, h += l < by)
#endif

int main(void) {
  unsigned sum[3], high = unknown(1), low = unknown(0xfffffff0);
  const unsigned step = unknown(0x20);
  add96(sum, unknown(1), unknown(0xffffffff), unknown(0x80000000), unknown(2), 0,
        unknown(0x80000001));
  result(sum[0]);
  result(sum[1]);
  result(sum[2]);
  result(mix64(0, subtract(unknown(5), unknown(3), unknown(4))));
  result(ones(unknown(0)));
  result(ones(unknown(0x80010110)));
  result(classify(unknown(0x8000ab00)));
  result(classify(unknown(0x1234ab00)));
  result(classify(unknown(99)));
  result(classify(unknown(100)));
  result(triangle(unknown(0x12345678), unknown(0x9abcdef0), unknown(77)));
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned p = unknown(0xf2345678) + i * 0x10001, q = unknown(0x9abcdef0) << i;
    result(carried(p, q, unknown(i + 3)));
    result(in_a_slot(p, q, i + 1));
    result(amounts(p, q, i));
  }
  result(shifts(unknown(0x81234567), unknown(7)));
  result(product16(unknown(40000), unknown(50001)));
  result(population(unknown(0xf00ff001)));
  result(align(unknown(0x11223344), unknown(0x55667788), unknown(0x99aabbcc)));
  result(remainder_of(unknown(0xffffffff), unknown(0x31323334)));
  result(places(unknown(40)));
  for (unsigned i = 0; i < 3; ++i)
    ADD_CARRY(high, low, step);
  result(high);
  result(low);
}

//--- assembly_commands.c
// expect: 10 20 30 40 100 4 0x5a 7 99 3 1 12 0x77 5 3
// Inline assembly with commands, waits and tests of signals, on C's transfer registers and signals.
#include "test.h"

static __declspec(sram shared) unsigned list[8] = {10, 20, 30, 40, 0, 0, 0, 0};
static __declspec(dram shared aligned(8)) unsigned pair[4] = {0x5a, 7, 0, 0};

/* Walks along until a zero; the branch is on the other side of a command. */
static unsigned sum_of_list(unsigned *count) {
  __xread unsigned word;
  SIGNAL done;
  unsigned at = (unsigned)list, sum = 0, n = 0;
  __asm {
  again:                            ; don't stop here
    sram[read, word, at, 0, 1], ctx_swap[done]
    alu[--, word, -, 0]
    beq[end]
    alu[sum, sum, +, word]
    alu[n, n, +, 1]
    alu[at, at, +, 4]
    br[again#]
  end:
  }
  *count = n;
  return sum;
}

int main(void) {
  __xread unsigned x[4];
  __xwrite unsigned w;
  __dxread unsigned d[2];
  __dxwrite unsigned dw[2];
  SIGNAL s, t;
  SIGNAL_PAIR p;
  unsigned count, base = (unsigned)list, other, state, how;
  __asm sram[read, x[0], base, 0, 4], ctx_swap[s]
  result(x[0]);
  result(x[1]);
  result(x[2]);
  result(x[3]);
  result(sum_of_list(&count));
  result(count);
  __asm { dram[read, d[0], (unsigned)pair, 0, 1], sig_done[p]
          ctx_arb[p] }
  result(d[0]);
  result(d[1]);
  /* two in flight, one waited for by testing */
  w = unknown(99);
  other = (unsigned)&list[4];
  __asm {
    sram[write, w, other, 4, 1], sig_done[s], optimize_mem
    sram[read, x[0], base, 0, 1], sig_done[t]
    ctx_arb[s, t]
    sram[read, x[1], other, 4, 1], sig_done[s]
  more:
    br_!signal[s, more#]
    alu[other, --, B, x[1]]
  }
  result(other);
  /* the count comes from the instruction in front */
  how = (2 << 21) | (1 << 25);
  __asm {
    alu[--, --, B, how]
    sram[read, x[0], base, 0, max_4], indirect_ref, ctx_swap[s]
  }
  result(x[2] / 10);
  __asm {
    immed[state, 1]
    br_!inp_state[nn_full, here]
    immed[state, 0]
  here:
    ctx_arb[voluntary]
    br!=ctx[0, there]
    br=byte[state, 0, 0, there]
    br_bclr[state, 0, there]
    alu[state, state, +, 0]
  there:
  }
  result(state);
  /* a product with its branch between commands: carries survive as a variable */
  other = unknown(0xffffffff);
  __asm {
    alu[other, other, +, 13]
    bcc[no]
    scratch[read, x[0], 0x1f8, 0, 1], ctx_swap[s]
    alu[other, other, +, x[0]]
  no:
  }
  result(other);
  dw[0] = 0x77, dw[1] = 5;
  __asm {
    dram[write, dw[0], (unsigned)pair, 8, 1], sig_done[p]
    ctx_arb[p]
    dram[read, d[0], (unsigned)pair, 8, 1], ctx_swap[p]
  }
  result(d[0]);
  result(d[1]);
  __asm {
    immed[state, 3]
    br=ctx[0, mine]
    immed[state, 4]
  mine:
  }
  result(state);
}

//--- assembly_distances.c
// expect: itself
// Distances between instructions where branches come between: their defer slots stay, and a jump to
// a label between two byte_align waits for the byte index, too.
#include "test.h"

static unsigned remainder_of(unsigned v) {
  unsigned r, start = 0;
  __asm {
    local_csr_wr[crc_remainder, start]
    crc_be[crc_32, r, v]
    local_csr_rd[crc_remainder]
    immed[r, 0]
  }
  return r;
}

static unsigned read_in_slots(unsigned v, unsigned to) {
  unsigned r, start = 0;
  __asm {
    local_csr_wr[crc_remainder, start]
    crc_be[crc_32, r, v]
    br=byte[to, 0, 3, end#], defer[2]
    local_csr_rd[crc_remainder]
    immed[r, 0]
    alu[r, r, +, 1]
  end#:
  }
  return r;
}

static unsigned aligned(unsigned last, unsigned to, unsigned next) {
  unsigned r = 0, index = 0;
  __asm {
    local_csr_wr[byte_index, index]
    byte_align_be[--, last]
    br=byte[to, 0, 3, second#]
    alu[index, index, +, 1]
    local_csr_wr[byte_index, index]
    br[third#]
  second#:
    alu[r, r, +, 1]
    byte_align_be[--, to]
  third#:
    byte_align_be[r, next]
  }
  return r;
}

int main() {
  EXPECT(read_in_slots(unknown(0x12345678), unknown(3)), remainder_of(unknown(0x12345678)));
  EXPECT(read_in_slots(unknown(0x12345678), unknown(4)), remainder_of(unknown(0x12345678)) + 1);
  EXPECT(aligned(unknown(0x01020304), unknown(3), unknown(0x0a0b0c0d)), 3);
  EXPECT(aligned(unknown(0x01020304), unknown(4), unknown(0x0a0b0c0d)) & 255, 10);
  DONE();
}

//--- assembly_registers.c
// expect: the host
// Assembly that needs most registers, in a program whose functions share variables in registers.
#include "test.h"

static unsigned first, second, third, fourth, fifth, sixth;

static __noinline unsigned step(unsigned x) {
  first += x;
  second ^= first;
  third += second;
  fourth ^= third;
  fifth += fourth;
  sixth ^= fifth;
  return sixth;
}

static __noinline unsigned sums(unsigned x) {
  unsigned v0 = x + 0, v1 = x + 1, v2 = x + 2, v3 = x + 3, v4 = x + 4, v5 = x + 5,
      v6 = x + 6, v7 = x + 7, v8 = x + 8, v9 = x + 9, v10 = x + 10, v11 = x + 11;
  unsigned w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11;
#ifdef __MECC__
  __asm {
    alu[w0, v0, +, v1]
    alu[w1, v1, +, v2]
    alu[w2, v2, +, v3]
    alu[w3, v3, +, v4]
    alu[w4, v4, +, v5]
    alu[w5, v5, +, v6]
    alu[w6, v6, +, v7]
    alu[w7, v7, +, v8]
    alu[w8, v8, +, v9]
    alu[w9, v9, +, v10]
    alu[w10, v10, +, v11]
    alu[w11, v11, +, v0]
  }
#else
  w0 = v0 + v1;
  w1 = v1 + v2;
  w2 = v2 + v3;
  w3 = v3 + v4;
  w4 = v4 + v5;
  w5 = v5 + v6;
  w6 = v6 + v7;
  w7 = v7 + v8;
  w8 = v8 + v9;
  w9 = v9 + v10;
  w10 = v10 + v11;
  w11 = v11 + v0;
#endif
  return w0 ^ w1 ^ w2 ^ w3 ^ w4 ^ w5 ^ w6 ^ w7 ^ w8 ^ w9 ^ w10 ^ w11;
}

int main(void) {
  unsigned i, sum = unknown(0);
  for (i = 0; i < 10; ++i)
    sum += step(i) ^ sums(sum);
  result(sum);
  result(first + second + third + fourth + fifth + sixth);
  return 0;
}

//--- assembly_results.c
// expect: itself
#include "test.h"

main() {
  unsigned a = HIDE(5), b = 3, c = HIDE(0x11223344), d, e = HIDE(7);
  __asm alu_shf[b, --, B, a, <<3]
  EXPECT(b, 40);
  __asm alu[d, b, XOR, a]
  EXPECT(d, 45);
  __asm__("alu[%[from], --, ~B, %[from]]" : [from] "=r"(d) : "[from]"(a)); // one register
  EXPECT(d, ~5u);
  __asm alu[d, b, XOR, a]
  __asm ld_field[c, 0110, d, <<8]
  EXPECT(c, 0x11002d44);
  __asm { ld_field_w_clr[e, 1100, c]
          immed_w1[d, 0x1234]
          nop
          alu[a, d, -, 1] }
  EXPECT(e, 0x11000000);
  EXPECT(d, 0x1234002d);
  EXPECT(a, 0x1234002c);
  __asm volatile("dbl_shf[%0, %1, %2, >>4]" : "=r"(b) : "a"(d), "b"(c));
  EXPECT(b, 0xd11002d4);
  __asm volatile("local_csr_rd[ACTIVE_CTX_STS]\nimmed[%0, 0x0]" : "=r"(b));
  EXPECT(b & 7, __ctx());
  __asm volatile("" ::: "memory");
  DONE();
}

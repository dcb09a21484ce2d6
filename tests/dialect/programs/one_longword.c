// expect: the host
// Pointers that lead to one longword of local memory: a store through one changes the value
// that another reads, also when both store the same constant again.
#include "test.h"

static unsigned counter, other;
static unsigned table[64];

static __noinline void add(unsigned n) { counter += n; }
static __noinline void move(unsigned* to, const unsigned* from) { *to = *from + 1; }

/* A call between two stores of one constant. */
static unsigned twice(unsigned turns) {
  unsigned i, sum = 0;
  for (i = 0; i < turns; ++i) {
    counter = 0;
    add(2);
    sum += counter;
    counter = 0;
    add(2);
    sum += counter;
  }
  return sum;
}

/* Another pointer between them. */
static unsigned walk(unsigned* p, unsigned* q, unsigned turns) {
  unsigned i, sum = 0;
  for (i = 0; i < turns; ++i) {
    p[1] = 0;
    q[1] = 5;
    p[1] = 0;
    sum += p[1];
    sum += q[1];
    p += 8;
    q += 8;
  }
  return sum;
}

/* Both ways of a branch begin with a store to the longword that it tests. */
static unsigned branch(unsigned* p, unsigned* q, unsigned turns) {
  unsigned i, sum = 0;
  for (i = 0; i < turns; ++i) {
    if (p[1] & 4) {
      q[1] = 9;
      sum += p[1] + 1;
    } else {
      q[1] = 9;
      sum += p[2] * 3;
      p[1] = i;
    }
    p += 8;
    q += 8;
  }
  return sum;
}

/* A field of a word is replaced while the other pointer replaces the word. */
static unsigned fields(unsigned* p, unsigned* q, unsigned turns) {
  unsigned i, sum = 0;
  for (i = 0; i < turns; ++i) {
    unsigned x = p[1], y;
    q[1] = i + 0x11223344;
    y = (x & ~0xff00u) | (p[1] & 0xff00);
    p[1] = x;
    sum = mix(sum, y + q[1] + x);
    p += 8;
    q += 8;
  }
  return sum;
}

int main(void) {
  const unsigned n = unknown(0), turns = unknown(5);
  unsigned i;
  for (i = 0; i < 64; ++i)
    table[i] = i * 3;
  result(twice(turns));
  result(walk(&table[n * 8], &table[n * 8 + (n << 4)], turns));
  result(branch(&table[n * 8], &table[n * 8 + (n << 4)], turns));
  result(branch(&table[n * 8 + 16], &table[n * 8 + 17], turns));
  result(fields(&table[n * 8], &table[n * 8 + (n << 4)], turns));
  result(fields(&table[n * 8 + 1], &table[n * 8 + (n << 4)], turns));
  move(&other, &counter);
  move(&counter, &other);
  result(counter);
  result(other);
  for (i = 0; i < 64; ++i)
    result(table[i]);
  return 0;
}

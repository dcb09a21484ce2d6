// Local memory: a program a section (tests/sections.py).

//--- local_by_name.c
// options: --run-contexts=8
// data: sram, too
// expect: 8 36 0x1234 0x99 0x77665544 0x55 0x1111 0x2222 7
// Variables declared local_mem are in local memory, also when all other private data are in SRAM:
// no other context runs between two swaps, and pointers lead to either.
#include "test.h"

static __declspec(shared local_mem) unsigned count, sum;
static __declspec(shared gp_reg) unsigned finished;
static __declspec(local_mem) unsigned char near[8];
static unsigned char far[8];
static __declspec(shared local_mem) unsigned words[4];
static unsigned others[4];
static unsigned* chosen[2];

static __noinline void put(unsigned char* to, unsigned n, unsigned value) {
  to[n] = (unsigned char)value;
}
static __noinline unsigned get(const unsigned* from, unsigned n) {
  return from[n];
}
static __noinline unsigned long long both(const unsigned* from) {
  return *(const unsigned long long*)from;
}

int main(void) {
  const unsigned c = (unsigned)ctx() + unknown_zero(), n = unknown(1);
  __declspec(local_mem) unsigned own[4] __attribute__((aligned(8)));
  unsigned other[4] __attribute__((aligned(8)));
  unsigned i;
  count += 1;
  sum += c + 1;
  if (++finished != 8) return 0;
  result(count);
  result(sum);
  words[n] = 0x1234;
  others[n] = 0x99;
  result(get(words, n));
  result(get(others, n));
  for (i = 0; i < 8; ++i) {
    put(near, i, 0x11 * i);
    put(far, i, 0x10 * i + 5);
  }
  result(near[7] << 24 | near[6] << 16 | near[5] << 8 | near[4]);
  result(far[5]);
  own[0] = 0, own[n] = 0x1111;
  other[0] = 0, other[n] = 0x2222;
  result((unsigned)both(own));
  result((unsigned)both(other));
  chosen[0] = &words[2];
  chosen[1] = &others[2];
  *chosen[n] = 3;
  *chosen[n - 1] = 4;
  result(words[2] + others[2]);
  return 0;
}

//--- local_memory_of_one.c
// expect: 1000 299 301
// One context has all of local memory, for data declared local_mem and for other data.
#include "test.h"

static __declspec(local_mem) unsigned large[300];
static __declspec(local_mem shared) unsigned common[120];
static unsigned plain[100];

int main(void) {
  unsigned i;
  const unsigned n = unknown(300);
  for (i = 0; i < n; ++i)
    large[i] = i;
  for (i = 0; i < 120; ++i)
    common[i] = 2 * i;
  for (i = 0; i < 100; ++i)
    plain[i] = 3 * i;
  result(large[n - 100] + common[n - 200] + plain[n - 201] + 303);
  result(large[299]);
  result(large[n - 2] + plain[1]);
}

//--- one_longword.c
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

//--- pointers.c
// expect: the host
// Arrays and pointers in local memory: walking, comparing, pointers to pointers, strings.
#include "test.h"

static int numbers[20];
static short grid[4][5];
static int* slots[3];

static __noinline void sort(int* first, int* last) {
  int *i, *j;
  for (i = first; i != last; ++i)
    for (j = i + 1; j < last; ++j)
      if (*j < *i) {
        const int t = *i;
        *i = *j;
        *j = t;
      }
}
static __noinline unsigned length(const char* s) {
  const char* p = s;
  while (*p)
    ++p;
  return (unsigned)(p - s);
}
static __noinline int compare(const char* a, const char* b) {
  for (; *a && *a == *b; ++a, ++b) {
  }
  return *a - *b;
}
static __noinline void set(int** where, int* what) {
  *where = what;
}
static __noinline int* largest(int* a, unsigned n) {
  int* best = 0;
  for (; n; --n, ++a)
    if (!best || *a > *best) best = a;
  return best;
}
static __noinline void reverse(char* s, unsigned n) {
  char* e = s + n;
  while (s < e) {
    const char c = *s;
    *s++ = *--e;
    *e = c;
  }
}
static __noinline unsigned rows(short (*row)[5], int n) {
  unsigned h = 0;
  for (; n; --n, ++row)
    h = mix(h, (unsigned)(*row)[n] + (unsigned)row[0][1]);
  return h;
}

int main(void) {
  char text[] = "microengine", narrow[5] = {'a', 'b'};
  long long wide[3] = {1, -1, 0x123456789};
  int i, *p = 0, local = 5;
  unsigned seed = unknown(12345);
  for (i = 0; i < 20; ++i, seed = seed * 1103515245 + 12345)
    numbers[i] = (int)seed >> 4;
  result((unsigned)(largest(numbers, 20) - numbers));
  sort(numbers, numbers + 20);
  for (i = 0; i < 20; i += 3)
    result((unsigned)numbers[i]);
  for (i = 0; i < 20; ++i)
    grid[i % 4][i % 5] = (short)(i * -1000);
  result(rows(grid, 4));
  result(length(text) + 100 * length("") + 1000 * length("abc"));
  result((unsigned)(compare("abc", "abd") < 0) + 2 * (compare(text, "microengine") == 0));
  reverse(text, 11);
  for (i = 0; i < 11; i += 2)
    result((unsigned)text[i]);
  result(p == 0);
  set(&p, &local);
  *p += 7;
  result((unsigned)local + (p != 0));
  for (i = 0; i < 3; ++i)
    slots[i] = i & 1 ? &numbers[i] : &local;
  **(slots + 2) = 77;
  result((unsigned)(local == 77) + (slots[0] == slots[2]) + (slots[1] > numbers));
  wide[unknown(2)] -= wide[unknown(1)];
  result(mix64(0, (unsigned long long)wide[2]));
  narrow[unknown(3)] = 'z';
  result((unsigned)(narrow[0] + narrow[1] + narrow[2] + narrow[3] + narrow[4]));
  return 0;
}

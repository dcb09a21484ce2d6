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

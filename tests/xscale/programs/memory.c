/* Bytes, halfwords, longwords and blocks of them, in both byte orders. */
#include "stdio.h"

typedef __SIZE_TYPE__ size_t;
void* memcpy(void*, const void*, size_t);
int memcmp(const void*, const void*, size_t);

struct mixed {
  char a;
  short b;
  int c;
  long long d;
  unsigned e : 5, f : 11, g : 16;
};

static struct mixed table[64], copy[64];
static unsigned char text[512];

static unsigned sum_of_bytes(const void* p, unsigned n) {
  unsigned sum = 0;
  for (const unsigned char* c = p; n--; ++c)
    sum = sum * 31 + *c;
  return sum;
}

static void sort(unsigned char* a, int n) {
  if (n < 2) return;
  int i = 0, j = n - 1;
  for (const unsigned char pivot = a[n / 2]; i <= j;) {
    while (a[i] < pivot)
      ++i;
    while (a[j] > pivot)
      --j;
    if (i <= j) {
      const unsigned char t = a[i];
      a[i++] = a[j], a[j--] = t;
    }
  }
  sort(a, j + 1);
  sort(a + i, n - i);
}

struct node {
  struct node* next;
  short value;
};

int main(void) {
  union {
    unsigned word;
    unsigned short half[2];
    unsigned char byte[4];
  } u = {0x01020304};
  printf("bytes %x %x %x %x, halves %x %x\n", u.byte[0], u.byte[1], u.byte[2], u.byte[3], u.half[0], u.half[1]);
  for (int i = 0; i < 64; ++i) {
    table[i].a = (char)(i * 7), table[i].b = (short)(i * -321), table[i].c = i * 0x01010101;
    table[i].d = (long long)i << 33 | (unsigned)i, table[i].e = i, table[i].f = i * 5, table[i].g = i * 77;
  }
  memcpy(copy, table, sizeof table);
  printf("copied %d, sum %08x\n", memcmp(copy, table, sizeof table), sum_of_bytes(copy, sizeof copy));
  for (unsigned i = 0; i < sizeof text; ++i)
    text[i] = (unsigned char)(i * i * 13 >> 3);
  sort(text, sizeof text);
  for (unsigned i = 1; i < sizeof text; ++i)
    if (text[i - 1] > text[i]) return 3;
  printf("sorted %08x\n", sum_of_bytes(text, sizeof text));
  struct node nodes[40], *list = 0;
  for (int i = 0; i < 40; ++i) {
    nodes[i].next = list, nodes[i].value = (short)(i * i - 500);
    list = &nodes[i];
  }
  int total = 0;
  for (; list; list = list->next)
    total = total * 3 + list->value;
  printf("list %d\n", total);
  return 0;
}

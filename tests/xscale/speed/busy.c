// Work for the core: checksums by table and a sort, ROUNDS times, without accesses to the chip.
#include "board.h"

static u32 table[4096];

static u32 checksum(const u8 *bytes, u32 n) {
  u32 c = ~0u;
  for (u32 i = 0; i < n; ++i)
    c = table[(c ^ bytes[i]) & 0xff] ^ c >> 8;
  return c;
}
static void exchange(u32 *a, u32 *b) {
  const u32 value = *a;
  *a = *b;
  *b = value;
}
static void sort(u32 *a, int n) {
  for (int gap = n / 2; gap; gap /= 2)
    for (int i = gap; i < n; ++i)
      for (int j = i - gap; j >= 0 && a[j] > a[j + gap]; j -= gap)
        exchange(&a[j], &a[j + gap]);
}

int main(void) {
  for (u32 i = 0; i < 4096; ++i)
    table[i] = i * 2654435761u;
  u32 sum = 0;
  for (u32 round = 0; round < ROUNDS; ++round) {
    sum += checksum((const u8 *)table, sizeof table);
    for (u32 i = 1024; i < 3072; ++i)
      table[i] = table[i] * 1664525u + 1013904223u;
    sort(table + 1024, 2048);
  }
  printf("%x\n", sum);
  return 0;
}

// expect: the host
// <string.h> and the rest of C without an operating system, at lengths known only at run time.
#include "test.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static unsigned char a[40], b[40];
static const char greeting[] = "hello, engine";

static void fill(void) {
  for (unsigned i = 0; i < sizeof a; ++i)
    a[i] = (unsigned char)(i * 7 + 1), b[i] = (unsigned char)(200 - i * 3);
}
static unsigned sum(void) {
  unsigned h = 0;
  for (unsigned i = 0; i < sizeof a; ++i)
    h = mix(h, (unsigned)(a[i] << 8 | b[i]));
  return h;
}
static unsigned sign(int value) { return value < 0 ? 1 : value > 0 ? 2 : 3; }

int main(void) {
  const size_t n = unknown(13);
  char text[20];
  const bool yes = n == 13;
  uint16_t half = (uint16_t)(0x12345678 + n);
  int64_t wide = INT64_C(-5) * (int64_t)n;
  ptrdiff_t distance;
  fill();
  result(memcpy(a + 3, b + 5, n) == a + 3);
  result(sum());
  memmove(a + 1, a, n + 9);
  result(sum());
  memset(b + 2, 0x5a, n);
  result(sum());
  result(sign(memcmp(a, b, n)) * 16 + sign(memcmp(a, a, n)) + sign(memcmp(b, a, 1)) * 256);
  result(strlen(greeting + unknown_zero()));
  strcpy(text, greeting);
  result(sign(strcmp(text, greeting)));
  text[5] = 0;
  result(sign(strcmp(text, greeting)) * 16 + sign(strncmp(text, greeting, 5)));
  result(strlen(text));
  distance = (const char *)memchr(greeting, 'e', sizeof greeting) - greeting;
  result((unsigned)distance);
  result(memchr(greeting, 'z', n) == NULL);
  result(yes * 1000u + half);
  result(mix64(0, (unsigned long long)wide) + offsetof(struct { int x; char y; }, y));
}

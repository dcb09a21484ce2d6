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

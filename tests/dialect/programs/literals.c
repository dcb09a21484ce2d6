// expect: the host
// Compound literals: values, addresses of them, at file scope, in loops.
#include "test.h"

struct pair {
  int a, b;
};
static int *table = (int[]){4, 5, 6};
static struct pair *fixed = &(struct pair){70, 80};

static __noinline int sum(const struct pair *p) { return p->a * 100 + p->b; }
static __noinline struct pair turn(struct pair p) { return (struct pair){p.b, p.a}; }

int main(void) {
  const unsigned z = unknown_zero();
  struct pair p = (struct pair){1, (int)z + 2};
  const int *list = (const int[]){1, 2, (int)z + 3};
  unsigned i;
  result((unsigned)sum(&p));
  p = turn(p);
  result((unsigned)sum(&p));
  result((unsigned)list[z + 2] + (unsigned)table[z + 1] + (unsigned)sum(fixed));
  table[z] += 10;
  result((unsigned)(table[0] + table[1]));
  result((unsigned char[]){7, 8, 9}[z + 2]);
  result(((union {
           unsigned word;
           unsigned char byte[4];
         }){0x11111111 * (z + 3)})
             .byte[z + 1]);
  for (i = 0; i < 3; ++i)
    result((unsigned)sum(&(struct pair){.b = (int)i, .a = (int)z - 1}));
}

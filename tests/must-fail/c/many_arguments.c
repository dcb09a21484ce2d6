// error: many_arguments.c:9:10: error: call of 'sum' passes 17 words of arguments, at most 16 fit the registers; pass a pointer to a struct
#include <ixp.h>
static __noinline unsigned sum(unsigned long long a, unsigned long long b, unsigned long long c,
                               unsigned long long d, unsigned long long e, unsigned long long f,
                               unsigned long long g, unsigned long long h, unsigned i) {
  return (unsigned)(a + b + c + d + e + f + g + h + i);
}
static unsigned one(unsigned long long n) {
  return sum(n, n, n, n, n, n, n, n, 1) + sum(n, n, n, n, n, n, n, n, 2);
}
main() {
  volatile unsigned __scratch* p = (volatile unsigned __scratch*)0x100;
  p[0] = one(p[1]);
}

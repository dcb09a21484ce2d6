// expect: 0xffffffff 0xffffffff 0xffffffff 0xffffffff 0xffffffff 0xffffffff 0xffffffff 0xffffffff
// expect: 14 2 0xfffffff2 0xfffffffe
// Quotient and remainder by zero are all ones, in every width; others are as usual.
#include "test.h"

int main(void) {
  const unsigned zero = unknown(0), a = unknown(100);
  const unsigned long long wide = a + ((unsigned long long)a << 32), wide_zero = zero;
  result(a / zero);
  result(a % zero);
  result((unsigned)((int)a / (int)zero));
  result((unsigned)(-(int)a % (int)zero));
  result((unsigned)(wide / wide_zero >> 32));
  result((unsigned)(wide % wide_zero));
  result((unsigned)(-(long long)wide / (long long)wide_zero));
  result((unsigned)(-(long long)wide % (long long)wide_zero >> 32));
  result(a / (zero + 7));
  result(a % (zero + 7));
  result((unsigned)(-(int)a / (int)(zero + 7)));
  result((unsigned)(-(int)a % (int)(zero + 7)));
  return 0;
}

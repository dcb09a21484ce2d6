// expect: itself
#include "test.h"

static void narrow(unsigned n, unsigned d, unsigned q, unsigned r) {
  EXPECT(HIDE(n / d), q); /* hidden: C leaves division by zero open, and the optimiser knows */
  EXPECT(HIDE(n % d), r);
}

static void negative(int n, int d, int q, int r) {
  EXPECT(HIDE(n / d), q);
  EXPECT(HIDE(n % d), r);
}

static void wide(unsigned long long n, unsigned long long d, unsigned long long q,
                 unsigned long long r) {
  EXPECT((n / d) >> 32, q >> 32);
  EXPECT(n / d, q);
  EXPECT((n % d) >> 32, r >> 32);
  EXPECT(n % d, r);
}

main() {
  narrow(HIDE(1000000), HIDE(7), 142857, 1);
  narrow(HIDE(0xffffffff), HIDE(1), 0xffffffff, 0);
  narrow(HIDE(5), HIDE(0x80000000), 0, 5);
  narrow(HIDE(7), HIDE(0), 0xffffffff, 0xffffffff);
  narrow(HIDE(60000), 250, 240, 0);
  negative(HIDE(-7), HIDE(2), -3, -1);
  negative(HIDE(7), HIDE(-2), -3, 1);
  negative(HIDE(0x80000000), HIDE(-1), 0x80000000, 0);
  negative(HIDE(-7), HIDE(0), -1, -1);
  wide(HIDE(0x12345678) * 0x100000000ull + 0x9abcdef0, HIDE(0x1000) * 0x10000ull + 1,
       0x123456777ull, 0x7777779ull);
  wide(HIDE(100), HIDE(7), 14, 2);
  DONE();
}

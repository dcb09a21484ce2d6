// expect: itself
#include "test.h"

/* The words stand alone, beside static and extern, in front and behind. */
static unsigned calls;
extern __intrinsic unsigned declared(unsigned x);
__intrinsic unsigned declared(unsigned x) { return x * 2; }
static __intrinsic unsigned counting(unsigned x) {
  static unsigned n = 40;
  ++calls;
  return x + ++n;
}
__intrinsic static unsigned asking(unsigned x) { return __is_ct_const(x) ? 1 : 2; }
static __forceinline unsigned one(unsigned x) { return x + 1; }
__forceinline unsigned two(unsigned x) { return x + 2; }
unsigned __intrinsic inline three(unsigned x) { return x + 3; }

main() {
  EXPECT(declared(HIDE(4)), 8);
  EXPECT(counting(HIDE(4)), 45);
  EXPECT(counting(HIDE(4)), 46);
  EXPECT(calls, 2);
  EXPECT(asking(3), 1);
  EXPECT(asking(HIDE(3)), 2);
  EXPECT(one(two(three(HIDE(1)))), 7);
  DONE();
}

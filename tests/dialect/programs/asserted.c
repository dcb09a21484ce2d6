// options: --run-contexts=1
// expect: 10
// Assertions of correct programs hold at every level, also when variables are optimised: a counter
// that counts down instead, a subtraction that moves to the end of its loop.
#include <ixp.h>
#include <ixp_debug.h>

static volatile __scratch unsigned in = 0;
static volatile __scratch unsigned out[2];

int main(void) {
  unsigned i, sum = 0;

  for (i = 0; i < 5; ++i) {
    sum ^= in - 1;
    ixp_assert(i < 5);
  }
  for (i = 5 + in; i-- > 0;) {
    out[1] = 5;
    ixp_assert(i < 5);
    sum += i;
    ixp_assert(i < 5);
  }
  // -1 after five exclusive ors, and 0 to 4.
  *(volatile __scratch unsigned*)0x200 = sum + 1;
  return 0;
}

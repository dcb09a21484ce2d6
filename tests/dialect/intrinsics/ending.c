// options: --run-contexts=4
// expect: 1 2 0 4
// Ways to stop: a breakpoint, the end of a context, exit, halt.
#include "test.h"

int main(void) {
  volatile __scratch unsigned* const results = (volatile __scratch unsigned*)0x200;
  const unsigned c = (unsigned)ctx();
  if (c == 0) {
    results[0] = 1;
    exit(0);
  }
  if (c == 1) {
    results[1] = 2;
    ctx_wait(kill);
  }
  if (c == 2) {
    ctx_wait(kill);
    results[2] = 3;
  }
  ctx_swap();
  ctx_wait(voluntary);
  results[3] = 4;
  halt();
  return 0;
}

// options: --run-contexts=2
// expect: 10
// A constant that is stored again after a swap: another context has changed the register.
#include <ixp.h>

static __declspec(shared gp_reg) unsigned shared_count;

int main(void) {
  unsigned i, sum = 0;
  if (ctx() == 0) {
    for (i = 0; i < 5; ++i) {
      shared_count = 0;
      ctx_swap();
      sum += shared_count;
      shared_count = 0;
      ctx_swap();
      sum += shared_count;
    }
    *(volatile __scratch unsigned*)0x200 = sum;
  } else {
    for (i = 0; i < 10; ++i) {
      shared_count += 1;
      ctx_swap();
    }
  }
  return 0;
}

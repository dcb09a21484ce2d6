// system: pair1.toml
// options: --run-contexts=1
// expect: 1 1
// A signal to the same context of the previous microengine.
#include "test.h"

int main(void) {
  SIGNAL s;
  __assign_relative_register(&s, 4);
  __implicit_write(&s);
  if (__ME() == 0) {
    wait_for_all(&s);
    result(1);
    ((volatile __scratch unsigned*)0x200)[1] = 1;
  } else {
    signal_prev_ME_this_ctx(4);
  }
  return 0;
}

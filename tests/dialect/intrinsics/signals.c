// system: pair.toml
// options: --run-contexts=2
// expect: 1 2 3 4 5 6 7 8
// Signals to the own context, the next one, the neighbours, any microengine; waiting and testing.
#include "test.h"

static __noinline void note(unsigned n) {
  ((volatile __scratch unsigned*)0x200)[n - 1] = n;
}

int main(void) {
  SIGNAL own, other, far;
  unsigned number;
  __assign_relative_register(&own, 5);
  __assign_relative_register(&other, 6);
  __assign_relative_register(&far, 7);
  __implicit_write(&own);
  __implicit_write(&other);
  __implicit_write(&far);
  number = (unsigned)__signal_number(&own);
  if (__ME() == 0 && ctx() == 0) {
    signal_same_ME(number, 0);
    wait_for_all(&own);
    note(1);
    signal_same_ME_next_ctx(5);
    wait_for_all(&other);
    note(3);
    signal_next_ME(7, 1);
    wait_for_all(&far);
    note(5);
    signal_next_ME_this_ctx(7);
    wait_sig_mask((unsigned)__signals(&other));
    note(7);
    signal_ME(7, 1, 1);
    while (!signal_test(&far))
      ctx_wait(voluntary);
    note(8);
  } else if (__ME() == 0) {
    wait_for_any(&own);
    if (signal_test(&own)) note(2);
    signal_same_ME(6, 0);
  } else if (ctx() == 1) {
    wait_for_all(&far);
    note(4);
    signal_prev_ME(7, 0);
    wait_for_all(&far);
    signal_prev_ME(7, 0);
  } else {
    wait_for_all(&far);
    note(6);
    signal_ME(6, 0, 0);
  }
  return 0;
}

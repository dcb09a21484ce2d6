// system: pair1.toml
// options: --run-contexts=1
// expect: 1 1 0x11 0x11 0x22 1
// Next-neighbour registers between two microengines.
#include "test.h"

int main(void) {
  const unsigned z = unknown_zero();
  if (__ME() == 0) {
    while (*(volatile __scratch unsigned*)0x204 == 0) {
    }
    nn_ring_enqueue_incr(0x11 + z);
    nn_ring_enqueue_incr(0x22 + z);
    return 0;
  }
  result(__ME() == 1);
  result((unsigned)inp_state_test(inp_state_nn_empty));
  while (inp_state_test(inp_state_nn_empty)) {
  }
  result(nn_ring_dequeue());
  result(nn_ring_dequeue_incr());
  while (inp_state_test(inp_state_nn_empty)) {
  }
  result(nn_ring_dequeue_incr());
  result((unsigned)inp_state_test(inp_state_nn_empty));
  return 0;
}

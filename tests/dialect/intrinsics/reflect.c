// expect: 0x11 0x22 0x33 0x44 0x55
// options: --run-contexts=2
// Context 1 offers two registers and waits for two; context 0 reads and writes them from outside.
#include "test.h"

static __declspec(shared gp_reg) unsigned offered, awaited, ready, first, second;
static SIGNAL arrived;

int main(void) {
  SIGNAL done;
  if (__ctx() == 1) {
    __xwrite unsigned out[2];
    __xread unsigned in[3];
    out[0] = unknown(0x11);
    out[1] = unknown(0x22);
    __implicit_write(in);
    __implicit_write(&arrived);
    offered = __xfer_reg_number(out);
    awaited = __xfer_reg_number(in);
    ready = 1;
    wait_for_all(&arrived);
    __implicit_read(out);
    result(first);
    result(second);
    result(in[0]);
    result(in[1]);
    result(in[2]);
    return 0;
  }
  __xread unsigned seen[2];
  __xwrite unsigned sent[3];
  while (!ready)
    ctx_swap();
  reflect_read(seen, __ME(), 1, offered, 2, ctx_swap, &done);
  first = seen[0];
  second = seen[1];
  sent[0] = unknown(0x33);
  sent[1] = unknown(0x44);
  sent[2] = unknown(0x55);
  reflect_write(sent, __ME(), 1, awaited, 3, ctx_swap, &done);
  signal_same_ME(__signal_number(&arrived), 1);
  return 0;
}

// error: half_pair.c:13:3: error: half of the pair 'done', whose signals come together; name the pair: &done
// error: half_pair.c:15:11: error: half of the pair 'done', whose signals come together; name the pair: &done
#include <ixp.h>
static __declspec(dram shared aligned(8)) unsigned long long numbers[4];
main() {
  __dxread unsigned long long in;
  SIGNAL_PAIR done;
  volatile unsigned __scratch* out = (volatile unsigned __scratch*)0x100;
  dram_read(&in, numbers, 1, sig_done, &done);
  wait_for_all(&done.even, &done.odd);
  out[0] = (unsigned)in;
  dram_read(&in, numbers, 1, sig_done, &done);
  wait_for_all(&done.odd);
  dram_read(&in, numbers, 1, sig_done, &done);
  while (!signal_test(&done.odd))
    ctx_swap();
}

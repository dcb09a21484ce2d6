// expect: 20 20 20 190 420 380 5
// Answers are handled in order of arrival: three units at once, asked again as soon as they answer.
#include "test.h"

static __declspec(sram shared) unsigned a[20], log[8];
static __declspec(scratch shared) unsigned b[20];
static __declspec(dram shared aligned(8)) unsigned long long d[20];

int main(void) {
  enum { SramBusy = 1, ScratchBusy = 2, DramBusy = 4 };
  __xread unsigned in_a[2], in_b;
  __dxread unsigned long long in_d[2];
  __xwrite unsigned out;
  SIGNAL got_a, got_b, put;
  SIGNAL_PAIR got_d;
  unsigned at_a = 0, at_b = 0, at_d = 0, sum_a = 0, sum_b = 0, sum_d = 0, turns = 0, i;
  unsigned busy = SramBusy | ScratchBusy | DramBusy;
  for (i = 0; i < 20; ++i)
    a[i] = i, b[i] = 2 * i + 2, d[i] = 2 * i;
  sram_read(in_a, &a[0], 2, sig_done, &got_a);
  scratch_read(&in_b, &b[0], 1, sig_done, &got_b);
  dram_read(in_d, &d[0], 2, sig_done, &got_d);
  while (busy) {
    if (busy == (SramBusy | ScratchBusy | DramBusy))
      wait_for_any(&got_a, &got_b, &got_d);
    else if (busy & SramBusy)
      wait_for_any(&got_a);
    else if (busy & ScratchBusy)
      wait_for_any(&got_b);
    else
      wait_for_any(&got_d);
    if (busy & SramBusy && signal_test(&got_a)) {
      sum_a += in_a[0] + in_a[1];
      at_a += 2;
      if (at_a < 20)
        sram_read(in_a, &a[at_a], 2, sig_done, &got_a);
      else
        busy &= ~SramBusy;
    }
    if (busy & ScratchBusy && signal_test(&got_b)) {
      sum_b += in_b;
      if (++at_b < 20)
        scratch_read(&in_b, &b[at_b], 1, sig_done, &got_b);
      else
        busy &= ~ScratchBusy;
    }
    if (busy & DramBusy && signal_test(&got_d)) {
      sum_d += (unsigned)(in_d[0] + in_d[1]);
      at_d += 2;
      if (at_d < 20)
        dram_read(in_d, &d[at_d], 2, sig_done, &got_d);
      else
        busy &= ~DramBusy;
    }
    if ((++turns & 3) == 0) {
      out = 5;
      sram_write(&out, &log[turns >> 2 & 7], 1, sig_done, &put);
      wait_for_all(&put);
    }
  }
  result(at_a);
  result(at_b);
  result(at_d);
  result(sum_a);
  result(sum_b);
  result(sum_d);
  result(log[1]);
}

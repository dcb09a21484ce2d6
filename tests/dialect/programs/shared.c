// options: --run-contexts=8
// expect: 36 80 1640 28
// Variables all contexts share: registers, local memory, SRAM.
#include <ixp.h>

__declspec(shared gp_reg) unsigned total;
__declspec(shared local_mem) unsigned table[8];
__declspec(shared sram) unsigned counted;
__declspec(shared gp_reg) unsigned finished;

int main(void) {
  volatile __scratch unsigned* const results = (volatile __scratch unsigned*)0x200;
  const unsigned c = (unsigned)ctx();
  unsigned i, sum = 0;
  total += c + 1;
  for (i = 0; i < 10; ++i) {
    table[c] += c;
    ctx_swap();
  }
  ++finished;
  while (finished != 8)
    ctx_swap();
  if (c) return 0;
  for (i = 0; i < 8; ++i)
    sum += table[i];
  counted = sum;
  results[0] = total;
  results[1] = table[1] * 8;
  results[2] = counted * 5 + table[3] * 8;
  results[3] = finished * 7 / 2;
  return 0;
}

// expect: 8 1 2 11 5 0 9 0xfffffffd 0x1234567 0x64 0x6 0x2a 11 12 5 4
// options: --check
// Initial values of variables in every memory; absolute registers get theirs from the loader.
#include "test.h"

static __declspec(gp_reg) unsigned own = 5;
static __declspec(shared gp_reg) unsigned count = 7, nothing;
static __declspec(shared gp_reg) unsigned several[3] = {1, 2, 3};
static __declspec(shared gp_reg) struct {
  unsigned char a, b;
  unsigned short c;
  long long d;
} mixed = {0, 1, 2, 9};
static __declspec(shared) struct {
  int p : 4;
  unsigned q : 28;
} bits = {-3, 0x1234567};
static __declspec(local_mem) char letters[5] = "abcd";
static __declspec(sram) unsigned short shorts[] = {1, 2, 3, [7] = 6};
static __declspec(scratch) unsigned answer = 42;
static __declspec(sram_write_reg) unsigned out[2] = {11, 12};
static __declspec(sram shared) unsigned target[4] = {3, 4, 5};
static __declspec(shared gp_reg) unsigned __sram* pointer = &target[1];
static unsigned __sram* own_pointer = &target[1];

int main(void) {
  SIGNAL done;
  ++count;
  several[2] += count;
  result(count);
  result(several[0]);
  result(several[1]);
  result(several[2]);
  result(own);
  result(nothing);
  result((unsigned)mixed.d);
  result((unsigned)bits.p);
  result(bits.q);
  result((unsigned)letters[3]);
  result(shorts[7] + shorts[6]);
  result(answer);
  sram_write(out, (void __sram*)0x2000, 2, ctx_swap, &done);
  result(((unsigned __sram*)0x2000)[0]);
  result(((unsigned __sram*)0x2000)[1]);
  ++pointer;
  result(*pointer);
  result(*own_pointer);
}

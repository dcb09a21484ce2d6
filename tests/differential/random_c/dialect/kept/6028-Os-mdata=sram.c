// -Os -mdata=sram
// expect: 0x5c0324f8
#define CONTEXTS 4
#include "machine.h"
static __shared __gpr u32 finished;
static __shared __gpr mutex_t lock;
static __shared __dram u32 guarded;
static EACH const u32 k1[8] = {0x80, 1, 0x169cc93e, 0x10000, 7, 0x64, 0x8000, 0x8000};
static __noinline u32 look_up(u32 n) {
  return k1[n & 7] + k1[n + 3 & 7] * k1[n + 1 & 7];
}
static __noinline void add(u32 n) {
  const u32 more = look_up(n);
  mutex_lock(&lock);
  guarded += more;
  mutex_unlock(&lock);
}
int main(void) {
  begin();
  add(zero + 2);
  if (++finished == CONTEXTS) {
    note(guarded);
    publish(guarded);
  }
  return 0;
}

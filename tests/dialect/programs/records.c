// expect: 0x01020304 0x01020304 0x01020304 7 8 9 10 0x11223344 5 1 4
// Words after the body of a structure apply to the declared variables, like words before it.
#include "test.h"

typedef struct {
  unsigned v;
} __sram in_sram;
struct pair {
  unsigned v, w;
} __dram* pointer;
static struct {
  unsigned v;
} __attribute__((packed)) const volatile __scratch near_one = {7};
static union {
  unsigned v;
  unsigned char bytes[4];
} __declspec(local_mem) parts;
typedef struct {
  unsigned a, b;
} __declspec(sram_read_reg) entry;
struct holder {
  struct {
    unsigned char x;
  } __dram* inner;
} __sram outer;

static __dram unsigned char bytes[16] __attribute__((aligned(8)));
static in_sram memory;
static __dram struct pair target;

int main(void) {
  SIGNAL done;
  entry in;
  unsigned n;
  for (n = 0; n < 4; ++n)
    bytes[4 + n] = (unsigned char)(n + 1);
  result(((struct { unsigned v; } __dram*)(bytes + 4))->v);
  result(((struct __declspec(packed) { unsigned v; } __dram*)(bytes + 4))->v);
  result(((struct { unsigned v; } __declspec(packed) __dram*)(bytes + 4))->v);
  result(near_one.v);
  memory.v = unknown(8);
  sram_read(&in, &memory, 1, ctx_swap, &done);
  result(in.a);
  pointer = &target;
  pointer->w = unknown(9);
  result(target.w);
  pointer[0].v = 10;
  result(target.v);
  for (n = 0; n < 4; ++n)
    parts.bytes[n] = (unsigned char)(0x11 * (n + 1));
  result(parts.v);
  outer.inner = (void __dram*)&bytes[7];
  ++outer.inner->x;
  result(bytes[7]);
  result(__is_in_sram(&memory) && __is_in_dram(pointer) && __is_in_scratch(&near_one));
  result(sizeof(((struct { unsigned v; } __dram*)0)->v));
}

// expect: itself
#include "test.h"

typedef __declspec(sram) unsigned cell;
struct __declspec(packed) header {
  unsigned char kind;
  unsigned length;
};
union parts {
  struct {
    unsigned high : 4, middle : 20, low : 8;
  };
  unsigned value;
};
__declspec(shared gp_reg) unsigned calls;
__declspec(scratch) unsigned private_pad[2] = {3, 4};

static __noinline unsigned count(unsigned start) {
  __declspec(sram) unsigned total = start; /* assigned at each entry */
  static __declspec(sram) unsigned entries = 10;
  total += ++entries;
  ++calls;
  return total;
}

main() {
  cell c = HIDE(5), *pointer = &c;
  union parts parts;
  __declspec(local_mem) unsigned table[4];
  EXPECT(count(HIDE(100)), 111);
  EXPECT(count(HIDE(100)), 112);
  EXPECT(calls, 2);
  *pointer += 2;
  EXPECT(c, 7);
  EXPECT(sizeof(struct header), 5);
  parts.value = HIDE(0x12345678);
  EXPECT(parts.high, 1);
  EXPECT(parts.middle, 0x23456);
  EXPECT(parts.low, 0x78);
  for (int i = 0; i < 4; ++i)
    table[i] = i * i;
  EXPECT(table[HIDE(3)], 9);
  EXPECT(private_pad[0] + private_pad[1], 7);
  EXPECT((signed char)HIDE(0x80) < 0 && (char)HIDE(0x80) < 0, 1);
  EXPECT(*(__declspec(sram) unsigned *)(unsigned)&c, 7);
  DONE();
}

// expect: itself
#include "test.h"

main() {
  unsigned a = HIDE(5), b = 3, c = HIDE(0x11223344), d, e = HIDE(7);
  __asm alu_shf[b, --, B, a, <<3]
  EXPECT(b, 40);
  __asm alu[d, b, XOR, a]
  EXPECT(d, 45);
  __asm ld_field[c, 0110, d, <<8]
  EXPECT(c, 0x11002d44);
  __asm { ld_field_w_clr[e, 1100, c]
          immed_w1[d, 0x1234]
          nop
          alu[a, d, -, 1] }
  EXPECT(e, 0x11000000);
  EXPECT(d, 0x1234002d);
  EXPECT(a, 0x1234002c);
  __asm volatile("dbl_shf[%0, %1, %2, >>4]" : "=r"(b) : "a"(d), "b"(c));
  EXPECT(b, 0xd11002d4);
  __asm volatile("local_csr_rd[ACTIVE_CTX_STS]\nimmed[%0, 0x0]" : "=r"(b));
  EXPECT(b & 7, __ctx());
  __asm volatile("" ::: "memory");
  DONE();
}

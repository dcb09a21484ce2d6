// error: SRAM transfer registers are exhausted: third (8 longwords) finds no place among 16 beside first (8), second (8)
// error: use smaller buffers, or use them one after the other
#include <ixp.h>
__declspec(sram) unsigned out;
int main(void) {
  __declspec(sram_read_reg) unsigned first[8], second[8], third[8];
  SIGNAL s, t, u;
  sram_read(first, (volatile void __sram *)0x100, 8, sig_done, &s);
  sram_read(second, (volatile void __sram *)0x200, 8, sig_done, &t);
  sram_read(third, (volatile void __sram *)0x300, 8, sig_done, &u);
  __wait_for_all(&s, &t, &u);
  out = first[0] + first[7] + second[0] + second[7] + third[0] + third[7];
}

// error: not_constant.c:12:3: error: what to do until the command is done is not known when the program is compiled; write sig_done or ctx_swap
// error: not_constant.c:13:16: error: the control register is not known when the program is compiled; write a constant
// error: not_constant.c:14:3: error: the state of a CAM entry is not known when the program is compiled; write a constant
// error: not_constant.c:15:3: error: which bytes count is not known when the program is compiled; write bytes_0_3 or the like
#include <ixp.h>
__declspec(shared gp_reg) volatile unsigned n;
int main(void) {
  __xread unsigned x[4];
  SIGNAL s;
  unsigned sum;

  sram_read(x, (void __sram *)0x1000, 1, n, &s);
  sum = x[0] + local_csr_read(n);
  cam_write(0, 1, n);
  crc_32_be(sum, n);
  return sum;
}

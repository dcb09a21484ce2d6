// error: shared_registers.c:3: error: shared gp_reg variables take more registers than there are: a, b, c; place some in local memory
#include <ixp.h>
__declspec(shared gp_reg) unsigned a[120], b[120], c[120];
__declspec(sram shared) unsigned out[4];
int main(void) {
  a[0]++, a[119]++, b[0]++, b[119]++, c[0]++, c[119]++;
  ctx_swap();
  out[0] = a[0] + b[119] + c[119];
}

//1f
#include <ixp.h>
__declspec(shared gp_reg) int turn;
__declspec(sram shared) int log[4];
int main(void) {
  switch (__ctx()) {
  case 0: turn = 2; break;
  case 2: while (turn != 2) ctx_swap(); log[0] = turn++; break;
  default: log[1] = turn << 3;
  }
}

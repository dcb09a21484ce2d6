// error: ct_assert.c:5:3: error: __ct_assert failed: longwords are small
#include <ixp.h>
__declspec(sram) int n;
int main(void) {
  __ct_assert(sizeof(int) == 8, "longwords are small");
  n = 1;
}

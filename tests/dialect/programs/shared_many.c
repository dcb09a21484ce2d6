// expect: 0 1 2 111 112 200 201 202 203 20503
// options: --run-contexts=2
// More absolute registers than one bank has: an array is in both. Contexts keep two or three.
#include "test.h"

static __declspec(shared gp_reg) unsigned many[202], more[2];
static __declspec(shared) unsigned turn;

#define EACH_10(what, n)                                                                           \
  what(n) what(n + 1) what(n + 2) what(n + 3) what(n + 4) what(n + 5) what(n + 6) what(n + 7)      \
      what(n + 8) what(n + 9)
#define EACH_50(what, n)                                                                           \
  EACH_10(what, n) EACH_10(what, n + 10) EACH_10(what, n + 20) EACH_10(what, n + 30)               \
      EACH_10(what, n + 40)
#define EACH(what) EACH_50(what, 0) EACH_50(what, 50) EACH_50(what, 100) EACH_50(what, 150)

int main(void) {
  unsigned sum = 0;
  if (__ctx() == 0) {
#define SET(n) many[n] = n;
    EACH(SET)
    many[200] = 200;
    many[201] = 201;
    more[0] = unknown(202);
    more[1] = unknown(203);
    turn = 1;
    return 0;
  }
  while (!turn)
    ctx_swap();
  result(many[0]);
  result(many[1]);
  result(many[2]);
  result(many[111]);
  result(many[112]);
  result(many[200]);
  result(many[201]);
  result(more[0]);
  result(more[1]);
#define ADD(n) sum += many[n];
  EACH(ADD)
  result(sum + many[200] + more[1] + 200);
}

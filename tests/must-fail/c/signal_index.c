// error: signal_index.c:13:3: error: 's' is indexed by a variable, but the number of a signal is part of the instruction; use constants, a loop whose count is constant, or a switch: case 0: ... &s[0] ...
// error: signal_index.c:15:3: error: 'p' is indexed by a variable, but the number of a signal
// error: signal_index.c:16:3: error: this member of 'q' is data where a signal is needed
// error: signal_index.c:17:3: error: 't' has 2 signals, and this is none of them
#include <ixp.h>
struct port { SIGNAL done; unsigned n; };
int main(void) {
  SIGNAL s[3], t[2];
  struct port p[2], q;
  __xread unsigned x;
  const volatile void __sram *at = (volatile void __sram *)0x100;
  unsigned n = *(volatile __scratch unsigned *)0x100;
  sram_read(&x, at, 1, ctx_swap, &s[n]);
  p[n].n = n;
  sram_read(&x, at, 1, ctx_swap, &p[n].done);
  sram_read(&x, at, 1, ctx_swap, (SIGNAL *)&q.n);
  sram_read(&x, at, 1, ctx_swap, &t[2]);
  return (int)p[1].n;
}

// error: signal_use.c:18:3: error: 's' is given to this command while another one has it: nobody can tell which of them is done; wait in between, or use a signal for each [-Wsignals]
// error: signal_use.c:17:3: note: the other command is issued here
// error: signal_use.c:20:3: error: 's' is waited for again, but nothing has raised it since, so this wait never ends; wait once for each command, or swap out with ctx_swap() if others are to run
// error: signal_use.c:19:3: note: it was waited for here
// error: signal_use.c:22:3: error: 't' is waited for again
// error: signal_use.c:21:3: note: this command with ctx_swap has waited for it
// error: signal_use.c:23:3: error: nothing raises 'never', so this wait never ends; give the signal to a command, or say with __implicit_write(&never) that somebody else raises it
// error: signal_use.c:24:3: error: nothing has raised 'late' yet when it is waited for, so this wait never ends; give the signal to a command before
// error: signal_use.c:27:3: error: 'pair' is given to this command while another one has it
#include <ixp.h>
#define AT ((volatile void __sram*)0x100)
int main(void) {
  SIGNAL s, t, never, late;
  SIGNAL_PAIR pair;
  __xread unsigned a, b;
  __xrw unsigned c;
  sram_read(&a, AT, 1, sig_done, &s);
  sram_read(&b, AT, 1, sig_done, &s);
  wait_for_all(&s);
  wait_for_all(&s);
  sram_read(&a, AT, 1, ctx_swap, &t);
  wait_for_all(&t);
  wait_for_all(&never);
  wait_for_all(&late);
  sram_read(&b, AT, 1, sig_done, &late);
  sram_swap(&c, AT, sig_done, &pair);
  sram_test_and_set(&c, AT, sig_done, &pair);
  wait_for_all(&late, &pair);
  return (int)(a + b + c);
}

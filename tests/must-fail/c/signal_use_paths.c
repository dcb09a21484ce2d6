// run: mecc -Wall -Werror {file} -o {out}/a.uof
// error: signal_use_paths.c:24:5: error: 's' is given to this command while another one has it on some paths: nobody can tell
// error: signal_use_paths.c:24:5: note: the other command is issued here
// error: signal_use_paths.c:27:3: error: nothing has raised 't' yet when it is waited for on some paths
// error: signal_use_paths.c:29:6: error: 'u' is waited for again, but nothing has raised it since on some paths
// error: signal_use_paths.c:30:7: error: nothing raises 'never', so this test never finds it set
#include <ixp.h>
#define AT ((volatile void __sram*)0x100)
int main(void) {
  SIGNAL s, t, u, never, good, kept;
  __xread unsigned a, b, c, d;
  __xwrite unsigned out = 0;
  volatile __scratch unsigned* const in = (volatile __scratch unsigned*)0x100;
  unsigned pending = 0, n;
  for (n = in[0]; n; --n) { /* forks before it waits: right */
    if (pending) wait_for_all(&good);
    sram_read(&d, AT, 1, sig_done, &good);
    pending = 1;
  }
  sram_read(&a, AT, 1, sig_done, &kept); /* always one ahead: right */
  for (n = in[1]; n; --n) {
    wait_for_all(&kept);
    sram_read(&a, AT, 1, sig_done, &kept);
    sram_write(&out, AT, 1, sig_done, &s);
  }
  if (in[2]) sram_read(&b, AT, 1, sig_done, &t);
  wait_for_all(&t);
  sram_read(&c, AT, 1, sig_done, &u);
  do wait_for_all(&u); while (in[3]);
  if (signal_test(&never)) in[4] = c;
  while (!signal_test(&kept))
    ctx_swap();
  sram_read(&a, AT, 1, ctx_swap, &kept);
  return 0;
}

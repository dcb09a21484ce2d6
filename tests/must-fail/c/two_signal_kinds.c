// error: two_signal_kinds.c:6:2: error: s may have been given to a command that sends two signals and to one that sends one; use a signal for each
#include <ixp.h>
main() { __xrw unsigned x; SIGNAL s; unsigned i = __ctx();
 x = 1;
 if (i) scratch_swap(&x, (void __scratch *)64, sig_done, &s); else scratch_write(&x, (void __scratch *)64, 1, sig_done, &s);
 wait_for_all(&s); }

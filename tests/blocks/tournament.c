/* Runs the steps in SRAM through a tournament: longwords of a flow and its tag, high and low, until
 * an unknown flow. After each the winner and its tag, low, are written from WINNERS on. */
#include <ixp.h>

typedef unsigned long long virtual_t;
#define FLOWS 1024
#include "../../microblocks/common/tournament.h"

#define STEPS 0x20000
#define WINNERS 0x40000

main() {
  __declspec(sram_read_reg) unsigned step[3];
  __declspec(sram_write_reg) unsigned winner[2];
  SIGNAL sig_step, sig_winner;
  unsigned n;
  if (__ctx() != 0) ctx_wait(kill);
  clear_tournament();
  for (n = 0;; ++n) {
    sram_read(step, (volatile void __sram *)(STEPS + 12 * n), 3, ctx_swap, &sig_step);
    if (step[0] >= FLOWS) break;
    put_head(step[0], (virtual_t)step[1] << 32 | step[2]);
    winner[0] = nodes[ROOT].tag == NO_HEAD ? FLOWS : nodes[ROOT].flow;
    winner[1] = (unsigned)nodes[ROOT].tag;
    sram_write(winner, (volatile void __sram *)(WINNERS + 8 * n), 2, ctx_swap, &sig_winner);
  }
  ctx_wait(kill);
}

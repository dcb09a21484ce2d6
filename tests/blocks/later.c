/* Puts messages on rings of tdp_output while it runs, for tests: messages put at the beginning are
 * all there at once. Steps are in SRAM from STEPS on, four longwords each: TIMESTAMP from which the
 * message is put, the ring, the message. A TIMESTAMP of 0 ends them. */
#include "../../microblocks/systems/blocks.h"

#include "../../microblocks/common/wake.h"

#define STEPS 0x30000

extern __declspec(remote) SIGNAL output_tick, output_wake;

__intrinsic void put(unsigned ring, unsigned word0, unsigned word1) {
  __declspec(sram_write_reg) unsigned message[2];
  SIGNAL sig_put;
  message[0] = word0;
  message[1] = word1;
  scratch_put_ring(message, scratch_ring(ring), 2, ctx_swap, &sig_put);
  if (ring == RING_TICK_OUTPUT)
    WAKE(output_tick, 0, OUTPUT_ME);
  else
    WAKE(output_wake, 1, OUTPUT_ME);
}

main() {
  __declspec(sram_read_reg) unsigned step[4];
  SIGNAL sig_step;
  unsigned at = STEPS;
  if (__ctx() != 0) return;
  for (;; at += 16) {
    sram_read(step, (volatile void __sram*)at, 4, ctx_swap, &sig_step);
    if (step[0] == 0) return;
    while ((int)(local_csr_read(local_csr_timestamp_low) - step[0]) < 0)
      sleep(256);
    put(step[1], step[2], step[3]);
  }
}

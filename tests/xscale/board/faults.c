// Programs that must fail, sections of this file (tests/sections.py).

//--- fault_full_ring.c
// fails: the ARM program puts into full ring 1: 128 unread longwords are lost
// fails: failed
#include "board.h"

int main(void) {
  ring_set_up(1, 0, 128, 0); for (u32 i = 0; i < 129; ++i) ring_put(1, i);
  return 0;
}

//--- fault_handled.c
// With faults = "handled" the vectors get them; the library's vectors lead nowhere.
// xscale: faults = "handled"
// fails: a branch to itself
// fails: last fault: data abort at pc 0x
#include "board.h"

int main(void) {
  (void)*(volatile u32 *)0xdead0000;
  return 0;
}

//--- fault_hang.c
// fails: a branch to itself
// fails: with interrupts masked
#include "board.h"

int main(void) {
  interrupts_mask(); for (;;) __asm__ volatile("");
  return 0;
}

//--- fault_no_such_signal.c
// fails: XScale: data abort at pc 0x
// fails: address 0xc000401c
#include "board.h"

int main(void) {
  signal_thread(4, 0, 5);
  return 0;
}

//--- fault_scratch_byte.c
// fails: XScale: data abort at pc 0x
// fails: address 0xca000003
#include "board.h"

int main(void) {
  *(volatile u8 *)&SCRATCH(3) = 1;
  return 0;
}

//--- fault_status.c
// fails: control-core: the ARM program ended with status 3
// fails: failed
#include "board.h"

int main(void) {
  return 3;
  return 0;
}

//--- fault_undefined.c
// fails: XScale: undefined instruction at pc 0x
// fails: 7f000f0
#include "board.h"

int main(void) {
  __asm__ volatile(".word 0xe7f000f0");
  return 0;
}

//--- fault_unknown_ring.c
// fails: the ARM program uses ring 9, which was not set up
// fails: failed
#include "board.h"

int main(void) {
  ring_put(9, 1);
  return 0;
}

//--- fault_unmapped.c
// fails: XScale: data abort at pc 0x
// fails: address 0xdead0000
#include "board.h"

int main(void) {
  (void)*(volatile u32 *)0xdead0000;
  return 0;
}

//--- fault_watchdog.c
// fails: the watchdog timer has run down
// fails: failed
#include "board.h"

int main(void) {
  REGISTER(0xc0020040) = 1; timer_start(3, 1000); for (;;) wait_for_interrupt();
  return 0;
}

//--- fault_write_flash.c
// fails: XScale: data abort at pc 0x
// fails: address 0xc4000000
#include "board.h"

int main(void) {
  REGISTER(0xc4000000) = 1;
  return 0;
}

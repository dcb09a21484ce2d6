// Signals, transfer registers, rings and interrupts between the core and threads of microengines.
// toml: [ring.3]
// toml: size = 128
// toml: [[microengine]]
// toml: at = "0:1"
// toml: image = "{here}/echo.uc"
// toml: start = 0x0f
// toml: [[microengine]]
// toml: at = "1:2"
// toml: image = "{here}/echo.uc"
// toml: start = 0x81
// expect: 600 answers, sum 1d4c0, interrupts 600
#include "board.h"

static volatile u32 pending[2], interrupts; /* threads that interrupted, by cluster */
static void threads(void) {
  for (u32 cluster = 0; cluster < 2; ++cluster) {
    const u32 raised = THREADS_A(cluster);
    if (!raised) continue;
    THREADS_A(cluster) = raised;
    pending[cluster] |= raised;
    ++interrupts;
  }
}

static const struct {
  u32 me, context;
} all[] = {{1, 0}, {1, 3}, {0x12, 0}, {1, 1}, {0x12, 7}, {1, 2}};

static u32 ask(u32 i, u32 number) {
  const u32 cluster = all[i].me >> 4, bit = 1u << (8 * (all[i].me & 3) + all[i].context);
  ME_TRANSFER(all[i].me, 16 * all[i].context) = number;
  signal_thread(all[i].me, all[i].context, 5);
  for (;;) {
    interrupts_mask();
    if (pending[cluster] & bit) break;
    wait_for_interrupt();
    interrupts_unmask();
  }
  pending[cluster] &= ~bit;
  interrupts_unmask();
  const u32 answer = ring_get(3);
  if (answer != number + 1 || ME_TRANSFER(all[i].me, 16 * all[i].context) != answer) exit(3);
  return answer;
}

int main(void) {
  interrupt_handle(IRQ_THREADS_A, threads);
  interrupt_handle(IRQ_THREADS_A + 2, threads);
  THREADS_A_ENABLE(0) = ~0u;
  THREADS_A_ENABLE(1) = ~0u;
  interrupts_unmask();
  u32 sum = 0, answers = 0;
  for (u32 round = 0; round < 100; ++round)
    for (u32 i = 0; i < 6; ++i, ++answers)
      sum += ask(i, round * 4 + i % 3);
  printf("%d answers, sum %x, interrupts %d\n", answers, sum, interrupts);
  return 0;
}

// Accesses that race with microengines: values depend on the cycle, but not on the engine.
// toml: [ring.4]
// toml: size = 128
// toml: [[microengine]]
// toml: at = "0:0"
// toml: image = "{here}/race.uc"
// toml: [[microengine]]
// toml: at = "1:3"
// toml: image = "{here}/race.uc"
// toml: start = 0x25
// run: --fail-on none
// xscale: define = { STEPS = 3000 }
// toml: [[agent]]
// toml: kind = "drain"
// toml: from = 4
// toml: burst = 1024
// expect: seen ...
#include "board.h"

static u32 state = 1;
static u32 random(u32 below) {
  state = state * 1664525 + 1013904223;
  return (state >> 8) % below;
}

int main(void) {
  static const u32 csrs[] = {0x04c, 0x044, 0x074, 0x018, 0x054, 0x0c0, 0x144, 0x148};
  u32 seen = 0;
  for (u32 step = 0; step < STEPS; ++step) {
    const u32 me = random(2) ? 0x13 : 0, context = random(8), number = random(1u << 20);
    u32 got = 0;
    switch (random(8)) {
    case 0: ME_TRANSFER(me, 16 * context) = number; break;
    case 1: got = ME_TRANSFER(me, 16 * context); break;
    case 2: signal_thread(me, context, 5); break;
    case 3: got = ME_CSR(me, csrs[number % 8]); break;
    case 4: ME_CSR(me, 0x074) = number; break;
    case 5: got = scratch_fetch_add(0x40, number); break;
    case 6: got = ring_get(4); break;
    default:
      if (ring_words(4) < 64) ring_put(4, number | 1);
    }
    seen = (seen ^ got) * 16777619u;
  }
  printf("seen %8x\n", seen);
  exit(0);
}

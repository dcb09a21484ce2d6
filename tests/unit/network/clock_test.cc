#include "emu/network/clock.h"
#include "tests/catch.h"

#include <random>

using namespace ixp;

TEST_CASE("an exact clock is the network's") {
  const NetworkClock clock;
  for (const Tick t : {Tick{0}, Tick{1}, Tick{123456789012345}, kNever}) {
    CHECK(clock.time_of(t) == t);
    CHECK(clock.tick_at(t) == t);
  }
}

TEST_CASE("the first tick at or after a time is just that") {
  std::mt19937_64 random(1);
  for (const int64_t ppm : {-100, -1, 1, 50, 100})
    for (const uint64_t mhz : {uint64_t{1000}, uint64_t{1200}, uint64_t{1400}}) {
      const NetworkClock clock(mhz, ppm);
      for (unsigned n = 0; n < 1000; ++n) {
        const NetTime t = random() >> (8 + random() % 40);
        const Tick tick = clock.tick_at(t);
        CHECK(clock.time_of(tick) >= t);
        if (tick) CHECK(clock.time_of(tick - 1) < t);
      }
    }
}

TEST_CASE("drift adds up to what it says, and to nothing else") {
  const NetworkClock fast(1200, 50);
  CHECK(fast.tick_at(NetTime{1'200'000'000} * 1000) == Tick{1'200'060'000} * 1000);
}

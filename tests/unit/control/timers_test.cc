// Timers against a counter that counts one clock after the other.
#include "emu/control/timers.h"
#include "tests/catch.h"

#include <random>

using namespace ixp;
using namespace ixp::control;

namespace {

// Plain model of one timer, which counts ticks of `clock` one by one.
struct Counter {
  uint32_t control = 0, load = 0, value = 0;
  Tick clock, ticks = 0;
  bool interrupt = false;

  void run(Tick to) {
    static constexpr Tick kBy[] = {1, 16, 256, 256};
    for (Tick passed = 0; passed < to; ++passed) {
      if (!(control & 0x80)) continue;
      if (++ticks < clock * kBy[control >> 2 & 3]) continue;
      ticks = 0;
      if (value == 0) {
        value = load;
        interrupt = true;
      } else {
        --value;
      }
    }
  }
};

} // namespace

TEST_CASE("timers count as a counter does") {
  constexpr Tick kClock = 24;
  std::mt19937 random(5);
  for (unsigned round = 0; round < 40; ++round) {
    Timers timers(kClock);
    Counter counter{.clock = kClock};
    const unsigned n = round % 4;
    Tick now = 0;
    for (unsigned step = 0; step < 60; ++step) {
      const Tick passed = random() % (round % 3 ? 3000 : 40000);
      now += passed;
      counter.run(passed);
      const uint32_t value = random() % 90;
      switch (random() % 5) {
      case 0:
        timers.write(0x10 + 4 * n, value, now);
        counter.load = counter.value = value;
        counter.ticks = 0;
        break;
      case 1: {
        // Software stops a timer to give it another clock.
        const uint32_t control = counter.control & 0x80 ? 0 : 0x80 | (value & 0xc);
        timers.write(4 * n, control, now);
        counter.control = control;
        counter.ticks = 0;
        break;
      }
      case 2:
        timers.write(0x30 + 4 * n, 1, now);
        counter.interrupt = false;
        break;
      default: break;
      }
      CHECK(timers.read(0x20 + 4 * n, now) == counter.value);
      CHECK(timers.interrupts(now) == uint32_t{counter.interrupt} << n);
      if (counter.control & 0x80 && !counter.interrupt) {
        const Tick next = timers.next();
        CHECK(next > now);
        Timers copy = timers;
        CHECK(copy.interrupts(next - 1) == 0);
        CHECK(copy.interrupts(next) == 1u << n);
      } else {
        CHECK(timers.next() == kNever);
      }
    }
  }
}

TEST_CASE("only the fourth timer is a watchdog, and it stays one") {
  Timers timers(10);
  timers.write(0x40, 1, 0);
  timers.write(0x40, 0, 0);
  CHECK(timers.read(0x40, 0) == 1);
  for (unsigned n = 0; n < 4; ++n) {
    timers.write(0x10 + 4 * n, 4, 0);
    timers.write(4 * n, 0x80, 0);
  }
  CHECK_FALSE(timers.watchdog_expired(49));
  CHECK(timers.watchdog_expired(50));
  CHECK_FALSE(timers.read(0x44, 50).has_value());
}

// Four timers that count down at the clock of the peripheral bus (physical 0xc0020000; Linux).
// Registers of timer n (0..3) are 4 * n behind those of the first:
//   0x00 control: [7] counts, [3:2] clock by 1, 16 or 256
//   0x10 load: where counting begins, and begins again after 0; a write begins at once (assumed)
//   0x20 value, 0x30 a write clears the interrupt
//   0x40 [0] the fourth is a watchdog: when it has run down the chip would be reset
// From load to load it takes load + 1 clocks; the interrupt comes with the reload.
#pragma once

#include "emu/kernel/time.h"

#include <array>
#include <optional>

namespace ixp::control {

class Timers {
public:
  // `clock`: ticks of a clock of the peripheral bus.
  explicit Timers(Tick clock) : clock_(clock) {}

  std::optional<uint32_t> read(uint32_t offset, Tick now);
  bool write(uint32_t offset, uint32_t value, Tick now);

  // Bit n: timer n has run down, and nobody has cleared it. Ticks of all calls ascend.
  uint32_t interrupts(Tick now);
  bool watchdog_expired(Tick now);
  Tick next() const; // when a timer will run down whose interrupt is clear; kNever

private:
  static constexpr unsigned kTimers = 4;
  struct Timer {
    uint32_t control = 0, load = 0;
    uint32_t value = 0; // at `since`
    Tick since = 0;
    bool interrupt = false;
  };
  Tick step(const Timer& t) const; // ticks of a count
  void settle(Timer& t, Tick now);

  Tick clock_;
  std::array<Timer, kTimers> timers_{};
  bool watchdog_ = false;
};

} // namespace ixp::control

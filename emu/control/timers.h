// Four timers that count down at the clock of the peripheral bus (physical 0xc0020000; Linux).
// Registers of timer n (0..3) are 4 * n after those of the first:
//   0x00 control: [7] counts, [3:2] clock by 1, 16 or 256
//   0x10 load: start value, also after 0; a write restarts counting (assumed)
//   0x20 value, 0x30 a write clears the interrupt
//   0x40 [0] the fourth timer is a watchdog: its expiry would reset the chip
// A period is load + 1 clocks; the interrupt comes with the reload.
#pragma once

#include "emu/kernel/time.h"

#include <array>
#include <optional>

namespace ixp::control {

class Timers {
public:
  // `clock`: ticks per clock of the peripheral bus.
  explicit Timers(Tick clock) : clock_(clock) {}

  std::optional<uint32_t> read(uint32_t offset, Tick now);
  bool write(uint32_t offset, uint32_t value, Tick now);

  // Bit n: timer n has expired and its interrupt has not been cleared. Ticks of calls must ascend.
  uint32_t interrupts(Tick now);
  bool watchdog_expired(Tick now);
  bool watchdog_armed() const { return watchdog_; }
  Tick next() const; // next expiry of a timer with a clear interrupt; kNever

private:
  static constexpr unsigned kTimers = 4;
  struct Timer {
    uint32_t control = 0, load = 0;
    uint32_t value = 0; // at `since`
    Tick since = 0;
    bool interrupt = false;
  };
  Tick step(const Timer& t) const; // ticks per count
  void settle(Timer& t, Tick now);

  Tick clock_;
  std::array<Timer, kTimers> timers_{};
  bool watchdog_ = false;
};

} // namespace ixp::control

// Eight pins (physical 0xc0010000; registers as used by Linux on the silicon). An output shows its
// own level; an input shows the external level (drive_at), 0 if undriven.
//   0x00 level; 0x04 direction (1: output), 0x08 set, 0x0c clear; 0x10 output, 0x14 set, 0x18 clear
//   0x1c, 0x20 detect rising, falling edges of inputs; 0x24 edges detected: written ones clear
//   0x28, 0x2c detect high, low levels of inputs; 0x30 levels detected, as long as they last
//   0x34 interrupt enable, 0x38 set, 0x3c clear; 0x40 status: detected and enabled
// Assumed: detected levels are not latched, and a write to the status has no effect of its own.
#pragma once

#include "emu/kernel/time.h"

#include <cstdint>
#include <map>
#include <optional>

namespace ixp::control {

class Gpio {
public:
  static constexpr unsigned kPinCount = 8;

  // Drives the pin externally to a level from tick `at` on, which must not have passed. Changes at
  // one tick apply in the order of calls.
  void drive_at(Tick at, unsigned pin, bool level);
  // Updates the pins to `now`; ticks of calls must ascend.
  void settle(Tick now);
  Tick next() const; // tick of the next pin change; kNever
  bool interrupt() const { return status() != 0; }

  // State at the last settle(). Empty or false: no such register.
  std::optional<uint32_t> read(uint32_t offset) const;
  bool write(uint32_t offset, uint32_t value);

private:
  struct Change {
    uint32_t pin; // bit mask
    bool level;
  };
  uint32_t inputs() const { return driven_ & ~direction_; }
  uint32_t levels_detected() const { return ((high_ & driven_) | (low_ & ~driven_)) & ~direction_; }
  uint32_t status() const { return (edges_ | levels_detected()) & enabled_; }

  std::multimap<Tick, Change> changes_; // future changes
  uint32_t driven_ = 0, direction_ = 0, output_ = 0;
  uint32_t rising_ = 0, falling_ = 0, edges_ = 0, high_ = 0, low_ = 0, enabled_ = 0;
};

} // namespace ixp::control

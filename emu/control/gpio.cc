#include "emu/control/gpio.h"

namespace ixp::control {

namespace {
constexpr uint32_t kLast = 0x40, kPins = (1u << Gpio::kPinCount) - 1;
constexpr uint32_t kLevel = 0x00, kDirection = 0x04, kOutput = 0x10, kRising = 0x1c,
                   kFalling = 0x20, kEdges = 0x24, kHigh = 0x28, kLow = 0x2c, kLevels = 0x30,
                   kEnable = 0x34, kStatus = 0x40;

// A register with write, set and clear addresses: at `offset` and the following two.
bool write_bits(uint32_t& bits, uint32_t offset, uint32_t value) {
  switch (offset) {
  case 0: bits = value; break;
  case 4: bits |= value; break;
  default: bits &= ~value;
  }
  return true;
}

} // namespace

void Gpio::drive_at(Tick at, unsigned pin, bool level) {
  changes_.emplace(at, Change{1u << pin, level});
}

void Gpio::settle(Tick now) {
  while (!changes_.empty() && changes_.begin()->first <= now) {
    const Change change = changes_.begin()->second;
    changes_.erase(changes_.begin());
    const uint32_t before = inputs();
    driven_ = change.level ? driven_ | change.pin : driven_ & ~change.pin;
    edges_ |= (inputs() & ~before & rising_) | (before & ~inputs() & falling_);
  }
}

Tick Gpio::next() const {
  return changes_.empty() ? kNever : changes_.begin()->first;
}

std::optional<uint32_t> Gpio::read(uint32_t offset) const {
  if (offset > kLast || offset % 4) return std::nullopt;
  if (offset == kLevel) return (output_ & direction_) | inputs();
  if (offset < kOutput) return direction_;
  if (offset < kRising) return output_;
  switch (offset) {
  case kRising: return rising_;
  case kFalling: return falling_;
  case kEdges: return edges_;
  case kHigh: return high_;
  case kLow: return low_;
  case kLevels: return levels_detected();
  case kStatus: return status();
  default: return enabled_;
  }
}

bool Gpio::write(uint32_t offset, uint32_t value) {
  if (offset > kLast || offset % 4) return false;
  value &= kPins;
  switch (offset) {
  case kLevel:
  case kLevels:
  case kStatus: return true;
  case kRising: rising_ = value; return true;
  case kFalling: falling_ = value; return true;
  case kEdges: edges_ &= ~value; return true;
  case kHigh: high_ = value; return true;
  case kLow: low_ = value; return true;
  default: break;
  }
  if (offset < kOutput) return write_bits(direction_, offset - kDirection, value);
  if (offset < kRising) return write_bits(output_, offset - kOutput, value);
  return write_bits(enabled_, offset - kEnable, value);
}

} // namespace ixp::control

// Eight pins that nobody is connected to (physical 0xc0010000; Linux): an output shows its own
// level, an input reads 0.
//   0x00 level; 0x04 direction (1: output), 0x08 set, 0x0c clear; 0x10 output, 0x14 set, 0x18
//   clear; 0x1c..0x40 edges, levels and interrupts, remembered and without effect
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace ixp::control {

class Gpio {
public:
  std::optional<uint32_t> read(uint32_t offset) const {
    if (offset > kLast || offset % 4) return std::nullopt;
    if (offset == 0) return output() & direction();
    if (offset < 0x10) return direction();
    return offset < 0x1c ? output() : registers_[offset / 4];
  }
  bool write(uint32_t offset, uint32_t value) {
    if (offset > kLast || offset % 4) return false;
    value &= kPins;
    switch (offset) {
    case 0x00: break;
    case 0x08: registers_[1] |= value; break;
    case 0x0c: registers_[1] &= ~value; break;
    case 0x14: registers_[4] |= value; break;
    case 0x18: registers_[4] &= ~value; break;
    default: registers_[offset / 4] = value;
    }
    return true;
  }

private:
  static constexpr uint32_t kLast = 0x40, kPins = 0xff;
  uint32_t direction() const { return registers_[1]; }
  uint32_t output() const { return registers_[4]; }
  std::array<uint32_t, kLast / 4 + 1> registers_{};
};

} // namespace ixp::control

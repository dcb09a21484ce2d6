// Loads and stores of one register, shared by ARM and Thumb state.
#pragma once

#include "emu/xscale/execution.h"

#include <bit>

namespace ixp::xscale {

// Result of loading a longword at a misaligned address: the aligned longword, rotated so that the
// addressed byte is lowest (in a little-endian program). ARMv5: A4.1.23.
constexpr uint32_t turned(uint32_t word, uint32_t address) {
  return std::rotr(word, static_cast<int>(8 * (address & 3)));
}

// Each has read(x, address, value); false if the access waits or aborts.
struct LoadWord {
  static bool read(Execution& x, uint32_t address, uint32_t& value) {
    if (!x.load(address, Size::Word, value)) return false;
    value = turned(value, address);
    return true;
  }
};
template <Size S, class Extended> struct LoadPart {
  static bool read(Execution& x, uint32_t address, uint32_t& value) {
    if (!x.load(address, S, value)) return false;
    value = static_cast<uint32_t>(static_cast<Extended>(value));
    return true;
  }
};
using LoadByte = LoadPart<Size::Byte, uint8_t>;
using LoadHalf = LoadPart<Size::Half, uint16_t>;
using LoadSignedByte = LoadPart<Size::Byte, int8_t>;
using LoadSignedHalf = LoadPart<Size::Half, int16_t>;

// Assigns a loaded value to its register.
inline void set_loaded(Execution& x, uint32_t d, uint32_t value) {
  x.cycles = d == 15 ? x.time.load_pc : x.time.load;
  if (d == 15)
    x.interwork(value);
  else
    x.set(d, value);
}

} // namespace ixp::xscale

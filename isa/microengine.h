// Sizes of a microengine, and the numbering of microengines. Tables use indices 0..7, text "0:0" to
// "1:3", and the hardware the numbers 0x00..0x03 and 0x10..0x13.
#pragma once

namespace mev2 {

constexpr unsigned kFileRegisters = 128;       // per bank of GPRs, transfer file, neighbour file
constexpr unsigned kGprs = 2 * kFileRegisters; // in banks A and B
constexpr unsigned kLocalMemoryLongwords = 640;
constexpr unsigned kSignals = 16; // per context; signal 0 is never raised

constexpr unsigned me_number(unsigned index) {
  return index < 4 ? index : 0x10 + (index - 4);
}

// -1: no such microengine.
constexpr int me_index(unsigned number) {
  return number < 4                        ? static_cast<int>(number)
         : number >= 0x10 && number < 0x14 ? static_cast<int>(number - 0x10 + 4)
                                           : -1;
}

} // namespace mev2

// Instruction decoding: arm.def and thumb.def as tables.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace ixp::xscale {

class Execution;

struct Instruction {
  std::string_view name;    // as in assembly, without condition and S
  std::string_view pattern; // pattern.h
  uint32_t mask, value;
  void (*handler)(Execution&, uint32_t word);
};

// The first matching entry counts. A table's last entries match all remaining words.
std::span<const Instruction> arm_instructions();   // patterns of 32 bits
std::span<const Instruction> thumb_instructions(); // patterns of 16 bits

const Instruction& decode_arm(uint32_t word);
const Instruction& decode_thumb(uint32_t halfword);

} // namespace ixp::xscale

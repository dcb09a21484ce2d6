// Loads and stores of multiple registers: LDM, STM, PUSH, POP.
#pragma once

#include "emu/xscale/modes.h"
#include "emu/xscale/status.h"

#include <array>
#include <bit>

namespace ixp::xscale {

// A block transfer. The lowest register is at the lowest address.
struct Block {
  uint32_t registers; // one bit per register
  uint32_t first;     // address of the lowest register
  uint32_t base;      // base register, and its new value
  uint32_t base_after;
  bool write_base;
  bool user_registers; // use the registers of User mode

  unsigned count() const { return static_cast<unsigned>(std::popcount(registers)); }
};

inline Block block(uint32_t registers, uint32_t base, uint32_t base_value, bool up, bool before,
                   bool write_base) {
  const uint32_t bytes = 4 * static_cast<uint32_t>(std::popcount(registers));
  const uint32_t lowest = up ? base_value : base_value - bytes;
  return {.registers = registers,
          .first = lowest + (up == before ? 4 : 0),
          .base = base,
          .base_after = up ? base_value + bytes : lowest,
          .write_base = write_base,
          .user_registers = false};
}

inline uint32_t& block_register(Execution& x, const Block& b, unsigned number) {
  return b.user_registers ? user_register(x.s, number) : x.s.r[number];
}

inline void finish_block(Execution& x, const Block& b) {
  if (b.write_base) x.set(b.base, b.base_after);
  x.cycles = x.time.block + x.time.block_register * b.count();
}

inline bool store_block(Execution& x, const Block& b) {
  if (x.misaligned(b.first, 4)) return false;
  uint32_t address = b.first;
  for (uint32_t left = b.registers; left; left &= left - 1) {
    const auto number = static_cast<unsigned>(std::countr_zero(left));
    if (!x.store(address, Size::Word, block_register(x, b, number))) return false;
    address += 4;
  }
  finish_block(x, b);
  return true;
}

// The longwords of a block, lowest register first.
using BlockWords = std::array<uint32_t, 16>;
inline bool read_block(Execution& x, const Block& b, BlockWords& words) {
  if (x.misaligned(b.first, 4)) return false;
  for (unsigned i = 0; i < b.count(); ++i)
    if (!x.load(b.first + 4 * i, Size::Word, words[i])) return false;
  return true;
}

// Sets all registers except r15; a base register in the list gets the loaded value.
inline void set_block(Execution& x, const Block& b, const BlockWords& words) {
  finish_block(x, b);
  unsigned i = 0;
  for (uint32_t left = b.registers & 0x7fff; left; left &= left - 1)
    block_register(x, b, static_cast<unsigned>(std::countr_zero(left))) = words[i++];
}

inline void load_block(Execution& x, const Block& b, bool return_from_exception) {
  BlockWords words;
  if (!read_block(x, b, words)) return;
  set_block(x, b, words);
  if (!(b.registers >> 15)) return;
  const unsigned count = b.count();
  x.cycles = x.time.load_block_pc + x.time.block_register * (count > 3 ? count - 3 : 0);
  if (!return_from_exception)
    x.interwork(words[count - 1]);
  else if (restore_cpsr(x))
    x.jump(words[count - 1]);
}

template <class E> Block arm_block(const Execution& x, uint32_t w) {
  const uint32_t base = E::template get<'n'>(w);
  return block(E::template get<'l'>(w), base, x.reg(base), E::template get<'u'>(w),
               E::template get<'p'>(w), E::template get<'w'>(w));
}

// LDM. With ^ (S) and r15 it returns from an exception; with ^ and without r15 it loads registers
// of User mode.
template <class E> void ldm(Execution& x, uint32_t w) {
  Block b = arm_block<E>(x, w);
  const bool special = E::template get<'S'>(w), with_pc = b.registers >> 15;
  b.user_registers = special && !with_pc;
  load_block(x, b, special && with_pc);
}

template <class E> void stm(Execution& x, uint32_t w) {
  Block b = arm_block<E>(x, w);
  b.user_registers = E::template get<'S'>(w);
  store_block(x, b);
}

} // namespace ixp::xscale

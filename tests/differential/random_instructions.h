// Random instructions that an assembler would accept, sensible enough to keep contexts running.
#pragma once

#include "isa/isa.h"

#include <cstdint>
#include <initializer_list>
#include <random>

namespace ixp::test {

class RandomInstructions {
public:
  // For programs of `length` words. `chip`: on a whole chip, with all its units.
  RandomInstructions(std::mt19937& r, mev2::ContextMode mode, unsigned length, bool chip)
      : random_(r), mode_(mode), length_(length), chip_(chip) {
    interesting_ = random_() % 3;
  }

  // Any instruction, for address `at`. `in_slot`: in a defer slot.
  mev2::Instruction instruction(size_t at, bool in_slot);
  mev2::Instruction compute();
  mev2::Instruction immed(mev2::Opcode op, uint32_t value);
  mev2::Instruction csr_read();
  mev2::Instruction csr_write();
  mev2::Instruction branch(size_t at);
  mev2::Instruction ctx_arb();
  mev2::Instruction command();
  // Removes the parts that the instruction's form lacks, as encode() requires.
  void trim(mev2::Instruction& i);
  void after_csr_read() { after_csr_read_ = true; } // the next instruction mostly takes the value

  bool chance(unsigned percent) { return random_() % 100 < percent; }
  template <class T, size_t N> T pick(const T (&a)[N]) { return a[random_() % N]; }

private:
  mev2::Operand operand(bool destination);
  mev2::Opcode opcode(std::initializer_list<mev2::InstrClass> classes);
  uint16_t target() { return static_cast<uint16_t>(random_() % (length_ + 3)); }
  unsigned registers() const { return mode_ == mev2::ContextMode::Eight ? 16 : 32; }
  void shift(mev2::Instruction& i);

  std::mt19937& random_;
  mev2::ContextMode mode_;
  unsigned length_;
  bool chip_;
  unsigned interesting_; // 0: also instructions that usually end a program early
  bool after_csr_read_ = false;
};

} // namespace ixp::test

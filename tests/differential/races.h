// Random programs in which words of two units race to one register: the second command is issued
// later and later, so that sometimes both come in the same tick. Some send words and signals to
// each other, or read each other's CSRs.
#pragma once

#include "tests/differential/make.h"

#include <cstdint>
#include <random>
#include <vector>

namespace ixp::test {

class Races {
public:
  Races(std::mt19937& random, mev2::ContextMode mode) : random_(random), mode_(mode) {}

  std::vector<uint64_t> program();

private:
  struct Source { // of words
    mev2::Opcode read, write;
    uint32_t base;
  };
  Source source();
  bool add(const mev2::Instruction& i) { return add_to(words_, i, mode_); }
  void value(const mev2::Operand& to, uint32_t value) { add_value(words_, to, value, mode_); }
  bool chance(unsigned percent) { return random_() % 100 < percent; }
  uint16_t here() const { return static_cast<uint16_t>(words_.size()); }

  void fill(const Source& s, const mev2::Operand& base);
  void back_unless_zero(uint16_t to);
  void spend_time();
  void context(unsigned left);
  void send();
  void send_signal();
  unsigned sent() { return random_() % 2 ? 13 : random_() % 4; } // a register that is sent to
  void wait(unsigned signals);

  std::mt19937& random_;
  mev2::ContextMode mode_;
  std::vector<uint64_t> words_;
};

} // namespace ixp::test

// Random programs that poll rings, and events that end or interrupt their loops: words in rings,
// signals of neighbours, of the same microengine and of timers, CSRs written from outside.
#pragma once

#include "tests/differential/make.h"

#include <cstdint>
#include <random>
#include <vector>

namespace ixp::test {

class Polls {
public:
  Polls(std::mt19937& random, mev2::ContextMode mode) : random_(random), mode_(mode) {}

  // One part for each of a few groups of contexts.
  std::vector<uint64_t> program();

private:
  bool add(const mev2::Instruction& i) { return add_to(words_, i, mode_); }
  void value(const mev2::Operand& to, uint32_t value) { add_value(words_, to, value, mode_); }
  bool chance(unsigned percent) { return random_() % 100 < percent; }
  template <class T, size_t N> T pick(const T (&a)[N]) { return a[random_() % N]; }
  uint16_t here() const { return static_cast<uint16_t>(words_.size()); }

  void poll();
  void look(const mev2::Operand& word, uint16_t loop);
  void found();
  void feed();
  void sleep();
  void send_signals();
  void write_from_outside();

  void ring(mev2::Opcode op, unsigned number, mev2::Completion completion, unsigned xfer);
  void arb(unsigned signals);

  std::mt19937& random_;
  mev2::ContextMode mode_;
  std::vector<uint64_t> words_;
};

} // namespace ixp::test

// Random programs of several kinds, each a loop.
#pragma once

#include "tests/differential/random_instructions.h"

#include <cstdint>
#include <random>
#include <vector>

namespace ixp::test {

class RandomPrograms {
public:
  RandomPrograms(std::mt19937& r, mev2::ContextMode mode, unsigned length, bool chip)
      : random_(r), mode_(mode), length_(length), any_(r, mode, length, chip) {}

  std::vector<uint64_t> program(); // of anything
  // Loops that read PROFILE_COUNT, compute with it and compare, with other things between them.
  std::vector<uint64_t> clock_loops();
  // Puts and gets of rings that are mostly empty, and branches on the flags that say so.
  std::vector<uint64_t> ring_flags();
  // Commands to all units, few of which wait for others.
  std::vector<uint64_t> commands();

private:
  bool add(std::vector<uint64_t>& words,
           const mev2::Instruction& i); // false: there is no such word
  void go_back(std::vector<uint64_t>& words, unsigned slots, uint16_t target);
  void clock_loop(std::vector<uint64_t>& words);
  void watch_flags(std::vector<uint64_t>& words);
  mev2::Operand low_register();
  mev2::Operand low_source();
  uint32_t limit();
  mev2::Instruction in_clock_loop();
  mev2::Instruction ring_access(const mev2::Operand& base, unsigned ring);
  mev2::Instruction look_at_flag(size_t at, unsigned ring);
  bool chance(unsigned percent) { return any_.chance(percent); }
  template <class T, size_t N> T pick(const T (&a)[N]) { return any_.pick(a); }

  std::mt19937& random_;
  mev2::ContextMode mode_;
  unsigned length_;
  RandomInstructions any_;
};

} // namespace ixp::test

// Random loops that wait until a value derived from PROFILE_COUNT reaches a limit. They test
// ClockLoop (emu/me/clock_loop.h), which computes their end, and each of its bounds.
#pragma once

#include "tests/differential/make.h"

#include <cstdint>
#include <random>
#include <vector>

namespace ixp::test {

class ClockWaits {
public:
  // `words`: of a program in this mode, which grows.
  ClockWaits(std::mt19937& random, mev2::ContextMode mode, std::vector<uint64_t>& words)
      : random_(random), mode_(mode), words_(words) {}

  // Sets the clock to a value shortly before its 16 bits overflow.
  void move_clock();
  // Sets the clock of some microengine from outside, by CAP.
  void set_a_clock();
  // Adds a loop. The value derived from the clock is in bank A, its limit in bank B.
  void add_loop();
  // immed and immed_w0.
  void set_value(const mev2::Operand& to, uint32_t value);

private:
  // The tested value.
  enum class How : uint8_t {
    Clock,      // the clock itself
    Soon,       // itself, which reaches the limit within a few cycles
    Sum,        // a constant more, which passes 0, or a change of sign, after some time
    Difference, // a constant less, likewise
    Shifted,    // without its low bits
    Field,      // likewise
    Masked,     // its low bits
    Mixed,      // with itself: ClockLoop does not compute it
  };
  struct Plan {
    How how{};
    uint32_t aim = 0;   // the clock's value at the end
    uint32_t meets = 0; // the tested value at that time
    unsigned shift = 0;
  };

  bool add(const mev2::Instruction& i) { return add_to(words_, i, mode_); }
  bool chance(unsigned percent) { return random_() % 100 < percent; }
  template <class T, size_t N> T pick(const T (&a)[N]) { return a[random_() % N]; }
  Plan make_plan();
  void set_limit(const Plan& plan);
  void read_clock();
  mev2::Operand derive(const Plan& plan);
  mev2::Operand mix();
  mev2::Instruction test(const Plan& plan, const mev2::Operand& tested);
  mev2::Opcode compare(const Plan& plan, const mev2::Operand& tested);

  std::mt19937& random_;
  mev2::ContextMode mode_;
  std::vector<uint64_t>& words_;
};

} // namespace ixp::test

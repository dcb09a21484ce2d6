// Liveness of registers, and the registers occupied by commands in flight.
//
// A transfer register has two independent lives: on the side that commands push to and on the side
// that they pull from. A variable is a (register, side) pair. In addition to ordinary liveness, the
// registers of a command are occupied from its issue until its signal has been waited for.
#pragma once

#include "mecc/mc/flow.h"
#include "mecc/mc/ir.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mecc::mc {

// A set of small numbers; its size is fixed at construction.
class Bits {
public:
  Bits() = default;
  explicit Bits(size_t n) : words_((n + 63) / 64) {}
  void set(size_t i) { words_[i / 64] |= uint64_t{1} << (i % 64); }
  void clear(size_t i) { words_[i / 64] &= ~(uint64_t{1} << (i % 64)); }
  bool test(size_t i) const { return words_[i / 64] >> (i % 64) & 1; }
  bool any() const {
    for (uint64_t w : words_)
      if (w) return true;
    return false;
  }
  bool merge(const Bits& o) { // returns whether the set grew
    bool grew = false;
    for (size_t i = 0; i < words_.size(); ++i) {
      grew |= (o.words_[i] & ~words_[i]) != 0;
      words_[i] |= o.words_[i];
    }
    return grew;
  }
  void remove(const Bits& o) {
    for (size_t i = 0; i < words_.size(); ++i)
      words_[i] &= ~o.words_[i];
  }
  template <class F> void each(F f) const {
    for (size_t i = 0; i < words_.size(); ++i)
      for (uint64_t w = words_[i]; w; w &= w - 1)
        f(i * 64 + static_cast<size_t>(__builtin_ctzll(w)));
  }
  friend bool operator==(const Bits&, const Bits&) = default;

private:
  std::vector<uint64_t> words_;
};

inline uint32_t variable(RegisterId r, Side side) {
  return 2 * r + (side == Side::Out ? 1 : 0);
}

struct Liveness {
  std::vector<Bits> in;       // variables live before each instruction
  std::vector<Bits> occupied; // variables that must keep their value at each instruction
  std::vector<Bits>
      commands_in; // commands (instruction indices) whose signal is pending before each instruction
  std::vector<Bits> commands_out; // the same after each instruction, before control leaves it
  std::vector<std::vector<Access>> accesses;
};

// With `parts_define`, immed_w0 and similar instructions count as definitions of the whole
// register. Used for warnings about uninitialised registers, not for allocation.
Liveness compute_liveness(const Unit& unit, const Flow& flow, bool parts_define = false);

// Variables that are live, or of a command in flight, before instruction n.
Bits in_use(const Liveness& live, uint32_t n);

// Only Liveness::in.
std::vector<Bits> registers_wanted(const Unit& unit, const Flow& flow);

// Warns of variables that may be read before they are written.
void warn_uninitialised(Unit& unit, const Flow& flow);

} // namespace mecc::mc

// Which registers hold something that is still wanted, and which belong to a command under way.
//
// A transfer register has two lives, one on the side commands push into and one on the side they
// pull from; a variable is a (register, side) pair. Besides ordinary liveness, the registers of a
// command are occupied from its issue until its signal has been waited for.
#pragma once

#include "mecc/mc/bits.h"
#include "mecc/mc/flow.h"
#include "mecc/mc/ir.h"

namespace mecc::mc {

inline uint32_t variable(RegisterId r, Side side) {
  return 2 * r + (side == Side::Out ? 1 : 0);
}

struct Liveness {
  std::vector<Bits> in, out;  // variables wanted before and after each instruction
  std::vector<Bits> occupied; // variables that must not be disturbed at each instruction
  std::vector<Bits>
      commands_in; // instructions (by index) whose signal is still to come, before each
  std::vector<Bits> commands_out; // and after each, before control leaves it
  std::vector<std::vector<Access>> accesses;
};

// With `parts_define`, immed_w0 and its like count as setting the whole register: for the question
// whether it was set at all, not for allocation.
Liveness compute_liveness(const Unit& unit, const Flow& flow, bool parts_define = false);

// Liveness::in alone.
std::vector<Bits> registers_wanted(const Unit& unit, const Flow& flow);

// Variables that may be read before anything wrote them.
void warn_uninitialised(Unit& unit, const Flow& flow);

} // namespace mecc::mc

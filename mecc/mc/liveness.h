// Liveness of registers, and the registers occupied by commands in flight.
//
// A transfer register has two independent lives: on the side that commands push to and on the side
// that they pull from. A variable is a (register, side) pair. In addition to ordinary liveness, the
// registers of a command are occupied from its issue until its signal has been waited for.
#pragma once

#include "mecc/mc/bits.h"
#include "mecc/mc/flow.h"
#include "mecc/mc/ir.h"

namespace mecc::mc {

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

// Only Liveness::in.
std::vector<Bits> registers_wanted(const Unit& unit, const Flow& flow);

// Warns of variables that may be read before they are written.
void warn_uninitialised(Unit& unit, const Flow& flow);

} // namespace mecc::mc

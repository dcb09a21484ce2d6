// Which values the general-purpose registers of a program can have, worked out from its words
// without running them: what instructions make of constants, along every way the flow can take.
//
// The answer is never too small: whatever a run can bring to an operand is among its values, or the
// operand can have any. It may be too large: both ways of a branch count, and all contexts
// together. Any value have: what comes from outside (transfer registers, memory, CSRs, neighbours),
// absolute registers and relative ones that an absolute one lies over, and registers nobody has
// set. A program is taken to stay in the context mode of its image, and to be left alone by others
// that could write its program counters (CAP).
#pragma once

#include "emu/me/value_set.h"
#include "mecc/image/image.h"

#include <map>
#include <vector>

namespace ixp::me {

// A register before the program starts.
struct KnownRegister {
  mev2::Operand where; // Gpr or AbsGpr
  uint32_t value = 0;
  bool in_every_context = true;
};

// The addresses (sum of both operands) of each command that can be executed, by its place in the
// control store.
std::map<uint32_t, ValueSet> command_addresses(const mecc::Image& image,
                                               const std::vector<KnownRegister>& at_start);

} // namespace ixp::me

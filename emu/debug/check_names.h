// Rejects names in conditions that are unknown in every thread and message. The check is made when
// a breakpoint is set, not when it is reached.
#pragma once

#include "emu/debug/expression.h"

#include <optional>

namespace ixp::debug {

// Scope in which an expression is evaluated.
struct Asked {
  std::optional<unsigned> me;       // its contexts; none: any microengine with a program
  const RingConfig* ring = nullptr; // also the fields of a message on this ring
};

// Throws InputError with the known names. A variable may have no location at the point of
// evaluation; it must have one somewhere in the program.
void check_names(const Expression& expression, Simulation& sim, const Asked& asked);

} // namespace ixp::debug

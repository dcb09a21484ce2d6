// Names in conditions that no thread and no message can ever have: refused when a breakpoint is
// set, not where it is met.
#pragma once

#include "emu/debug/expression.h"

#include <optional>

namespace ixp::debug {

// Of which an expression is asked.
struct Asked {
  std::optional<unsigned> me;       // a context of it; none: of any that has a program
  const RingConfig* ring = nullptr; // a message on it, too
};

// Throws InputError with what there is. A variable may be without a place where it is asked: what
// is looked for is whether it has one anywhere.
void check_names(const Expression& expression, Simulation& sim, const Asked& asked);

} // namespace ixp::debug

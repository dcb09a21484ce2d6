// A change of the emulated chip by the debugger's user, and its cycle. It is part of the run from
// then on: every replay applies it at that cycle.
#pragma once

#include "emu/debug/view.h"

#include <nlohmann/json.hpp>

namespace ixp::debug {

struct Edit {
  uint64_t cycle = 0;
  Thread thread;
  std::string place; // an expression: "handle", "sram0[4096]"
  uint32_t value = 0;
  std::string location; // of the place then: "a3", "sram0[0x1000]"

  bool changes(const std::string& where, Thread of) const;
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Thread, me, ctx)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Edit, cycle, thread, place, value, location)

// Applies the change and returns its location. Throws InputError.
std::string apply(const Edit& edit, Simulation& sim);

} // namespace ixp::debug

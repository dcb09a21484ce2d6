// What the user of the debugger changed in the emulated chip, and when: part of the run from then
// on. Whoever replays the run does it again at that cycle.
#pragma once

#include "emu/debug/view.h"

#include <nlohmann/json.hpp>

namespace ixp::debug {

struct Edit {
  uint64_t cycle = 0;
  Thread thread;
  std::string place; // an expression: "handle", "sram0[4096]"
  uint32_t value = 0;
  std::string location; // what that was then: "a3", "sram0[0x1000]"

  bool changes(const std::string& where, Thread of) const;
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Thread, me, ctx)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Edit, cycle, thread, place, value, location)

// The location that it changed. Throws InputError.
std::string apply(const Edit& edit, Simulation& sim);

} // namespace ixp::debug

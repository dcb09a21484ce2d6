// Readable reports for stops and faults of the core: reason, location, code around it, registers.
#pragma once

#include "emu/xscale/state.h"

#include <functional>
#include <optional>
#include <string>

namespace ixp::xscale {

// The longword at an aligned address, read without side effects; empty if there is no memory.
using Peek = std::function<std::optional<uint32_t>(uint32_t)>;

// "data abort at pc 0x00008004, address 0xdead0000"
std::string describe(const Fault& fault);
// "" if the core did not stop.
std::string describe(const Stop& stop);

// Instructions around `pc`, which is marked by an arrow.
std::string listing(const State& s, const Peek& peek, uint32_t pc);
std::string registers(const State& s);

// Complete report, printed by a failed run.
std::string report(const State& s, const Peek& peek);

} // namespace ixp::xscale

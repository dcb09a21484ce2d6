// What people get to read when the core stops or a program takes a fault: why, where, the code
// around it, the registers.
#pragma once

#include "emu/xscale/state.h"

#include <functional>
#include <optional>
#include <string>

namespace ixp::xscale {

// The longword at an aligned address, for looking only; nothing where there is no memory.
using Peek = std::function<std::optional<uint32_t>(uint32_t)>;

// "data abort at pc 0x00008004, address 0xdead0000"
std::string describe(const Fault& fault);
// "" when the core did not stop.
std::string describe(const Stop& stop);

// Some instructions before and behind `pc`, an arrow at it.
std::string listing(const State& s, const Peek& peek, uint32_t pc);
std::string registers(const State& s);

// All of it: what a run that failed prints.
std::string report(const State& s, const Peek& peek);

} // namespace ixp::xscale

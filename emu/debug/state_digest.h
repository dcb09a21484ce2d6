// The whole state of the emulated chip as far as a program can ever see it: named parts, and a hash
// of each. Two runs that give the same stand at the same place.
#pragma once

#include "emu/sim/simulation.h"

#include <map>
#include <string>

namespace ixp::debug {

// "ME 0:1 registers" -> 16 hexadecimal digits.
std::map<std::string, std::string> state_digest(Simulation& sim);

} // namespace ixp::debug

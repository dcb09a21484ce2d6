// Digest of all program-visible state of the emulated chip: a hash for each named part. Equal
// digests of two runs mean that they are in the same state.
#pragma once

#include "emu/sim/simulation.h"

#include <map>
#include <string>

namespace ixp::debug {

// "ME 0:1 registers" -> 16 hexadecimal digits.
std::map<std::string, std::string> state_digest(Simulation& sim);

} // namespace ixp::debug

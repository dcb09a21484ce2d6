// Minimum distances between instructions, and the rules for results across swaps.
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::codegen {

// Separates instructions that are closer than allowed (mecc/mc/distance.h), by later independent
// instructions or nops. Runs before defer slots are filled. Returns the number of nops.
unsigned keep_distances(mc::Unit&);

// Warns of context swaps between a crc and the use of its remainder. Runs before defer slots are
// filled.
void check_remainder(mc::Unit&);

} // namespace mecc::codegen

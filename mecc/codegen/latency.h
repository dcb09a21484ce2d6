// What the hardware demands of instructions near each other, and of what lives across swaps.
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::codegen {

// Puts independent instructions from behind, or else nops, between instructions that stand too
// close to each other (mecc/mc/distance.h). Before defer slots are filled. Returns the number of
// nops.
unsigned keep_distances(mc::Unit&);

// Warns of context swaps between a crc and what wants its remainder. Before defer slots are filled.
void check_remainder(mc::Unit&);

} // namespace mecc::codegen

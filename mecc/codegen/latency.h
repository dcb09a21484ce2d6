// Distances between instructions that the hardware demands (mecc/mc/distance.h).
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::codegen {

// Puts independent instructions from behind, or else nops, between instructions that stand too
// close to each other. Before defer slots are filled. Returns the number of nops.
unsigned keep_distances(mc::Unit&);

} // namespace mecc::codegen

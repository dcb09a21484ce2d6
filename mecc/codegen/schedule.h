// Order within straight lines: local memory is usable three instructions after its pointer was
// written, and independent instructions can fill the gap.
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::codegen {

// Permutes instructions between labels and branches where that saves wait cycles (latency.h fills
// the remaining ones). Returns the number of wait cycles saved.
unsigned schedule(mc::Unit& unit);

} // namespace mecc::codegen

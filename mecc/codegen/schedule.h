// Order within straight lines: local memory can be used three instructions after its pointer was
// written, and what does not need it can come in between.
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::codegen {

// Permutes instructions between labels and branches, where that saves waiting (latency.h fills what
// remains). Returns how many instructions of waiting were saved.
unsigned schedule(mc::Unit& unit);

} // namespace mecc::codegen

// Words that only pass the time, or only say by how much the next one shifts, and empty slots of context
// swaps get work from elsewhere.
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::codegen {

// Takes instructions from farther down, also from behind branches, where nobody wants their results
// on the other way; for amounts of shifts from above as well. After keep_distances() (latency.h), and
// after swaps took what stands in front of them (mc::fill_defer_slots). Returns how many words are gone
// and slots filled.
unsigned fill_waits(mc::Unit&);

} // namespace mecc::codegen

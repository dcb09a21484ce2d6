// Moves useful instructions into nops, words that only supply a shift amount, and empty defer slots
// of context swaps.
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::codegen {

// Takes later instructions, also from beyond branches if their results are unused on the other
// path; for shift amounts earlier ones as well. Runs after keep_distances() (latency.h) and after
// mc::fill_defer_slots. Returns the number of words removed and slots filled.
unsigned fill_waits(mc::Unit&);

} // namespace mecc::codegen

// Instructions that must not follow others too closely.
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::mc {

constexpr unsigned kPointerLatency = 3; // instructions that still use the old address or index
constexpr unsigned kCsrLatency = 4;     // and the old value of other local CSRs
constexpr unsigned kCrcLatency = 5;     // from crc to a local_csr_rd that sees it
constexpr unsigned kSignalReuse = 3;    // instructions between br_signal and the signal's next use

// How many instructions `second` must stand behind `first` at least; 1 where any distance will do.
unsigned least_distance(const Instr& first, const Instr& second);

} // namespace mecc::mc

// Minimum distances between instructions.
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::mc {

constexpr unsigned kPointerLatency = 3; // instructions that still use the old address or index
constexpr unsigned kCsrLatency = 4;     // the same for other local CSRs
constexpr unsigned kCrcLatency = 5;     // from crc to the local_csr_rd that reads its result
constexpr unsigned kSignalReuse = 3;    // instructions between br_signal and the signal's next use

// Minimum distance from `first` to `second`, in instructions; 1 if there is no restriction.
unsigned least_distance(const Instr& first, const Instr& second);

} // namespace mecc::mc

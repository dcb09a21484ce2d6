// Identity of a run: a hash of everything that its results depend on, and nothing else. The same
// run has the same number on every machine and engine, independent of file locations and time.
#pragma once

#include "emu/chip/chip.h"

#include <string>

namespace ixp {

// For a finished run. Covers the system file with command-line changes, the programs, data loaded
// at boot, the seed, the stop condition, additional checks (--uninitialised), and every frame
// received. 16 hexadecimal digits.
std::string run_identity(const SystemConfig& system, const Images& images, const Chip& chip,
                         bool check);

} // namespace ixp

// Which run it was: a number of all that its results depend on, and of nothing else. The same run
// has the same number on every machine and engine, wherever its files lie and whenever it runs.
#pragma once

#include "emu/chip/chip.h"

#include <string>

namespace ixp {

// Of a run that is over: the system file with what the command line changed in it, the programs,
// what was loaded at boot, the seed, the stop condition, whether more is checked (--check), and
// every frame that entered. 16 hexadecimal digits.
std::string run_identity(const SystemConfig& system, const Images& images, const Chip& chip,
                         bool check);

} // namespace ixp

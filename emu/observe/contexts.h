// Where every context stands at the end of a run, what it waits for, and where the frames are:
// contexts.txt, ixpemu run --contexts, and the report of a run that failed. Contexts of a
// microengine that say the same share a line. The same text from every engine.
#pragma once

#include "emu/chip/run_control.h"
#include "emu/chip/survey.h"

#include <string>

namespace ixp {

std::string describe_contexts(Chip& chip, const SystemConfig& system, const Images& images,
                              const RunEnd& end);

} // namespace ixp

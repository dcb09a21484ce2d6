// Position and wait state of every context at the end of a run, and positions of the frames:
// contexts.txt, ixpemu run --contexts, and the report of a failed run. Contexts of a microengine
// with equal text share a line. The text is the same from every engine.
#pragma once

#include "emu/chip/run_control.h"
#include "emu/chip/survey.h"

#include <string>

namespace ixp {

std::string describe_contexts(Chip& chip, const SystemConfig& system, const Images& images,
                              const RunEnd& end);

} // namespace ixp

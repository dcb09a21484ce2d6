// Emits prints and assertions of the source, after register allocation.
#pragma once

#include "mecc/mc/liveness.h"

namespace mecc::mc {

// Fills image.points. Points do not extend live ranges: a register whose number holds another
// value, or none yet, is unknown; a condition that needs one gets a warning.
void describe_points(Unit& unit, const Liveness& live, Image& image);

} // namespace mecc::mc

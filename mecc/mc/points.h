// Prints and assertions of the source, where every register has its place.
#pragma once

#include "mecc/mc/liveness.h"
#include "mecc/mc/parser.h"

namespace mecc::mc {

// image.points. Nothing is kept for their sake: a register that has another's value there, or none
// yet, is unknown; a condition that needs one is warned of.
void describe_points(Unit& unit, Parser& parser, const Liveness& live, Image& image);

} // namespace mecc::mc

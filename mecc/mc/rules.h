// What the hardware cannot do or does differently than the source seems to say: read ports, defer
// slots, distances between instructions, condition codes across swaps.
#pragma once

#include "mecc/mc/flow.h"
#include "mecc/mc/ir.h"

namespace mecc::mc {

void check_source_rules(Unit& unit);

} // namespace mecc::mc

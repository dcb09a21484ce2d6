// Which instructions may change places.
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::mc {

// Must `first` stay before `second`? By the registers they touch; condition codes, commands and
// distances are the caller's.
bool depends(const Unit& unit, const Instr& first, const Instr& second);

// Instructions whose distance to others matters: nothing may be taken from between them.
bool keeps_distance(const Unit& unit, const Instr& i);

} // namespace mecc::mc

// Instructions that the assembler puts in front of others.
#pragma once

#include "mecc/mc/flow.h"
#include "mecc/mc/ir.h"

#include <functional>

namespace mecc::mc {

// Where an instruction that prepares for instruction `n` can stand: at n or as little above it as
// possible, outside defer slots and not between two instructions that belong together. Nothing may
// jump in between. `fits` may refuse a place, `passes` an instruction that would be moved over.
std::optional<uint32_t> place_above(const Unit& unit, const Flow& flow, uint32_t n,
                                    const std::function<bool(uint32_t place)>& fits,
                                    const std::function<bool(const Instr&)>& passes);

// Makes `i` the instruction `where`. Labels and hints that stood there stay in front.
void insert(Unit& unit, uint32_t where, Instr i);

} // namespace mecc::mc

// Inserts instructions on behalf of the assembler.
#pragma once

#include "mecc/mc/flow.h"
#include "mecc/mc/ir.h"

#include <functional>

namespace mecc::mc {

// Position for an instruction that prepares an operand of instruction `n`: at n or as little above
// it as possible, outside defer slots, not between two instructions that belong together, and with
// no branch target in between. `fits` may reject a position, `passes` an instruction between it and
// n.
std::optional<uint32_t> place_above(const Unit& unit, const Flow& flow, uint32_t n,
                                    const std::function<bool(uint32_t place)>& fits,
                                    const std::function<bool(const Instr&)>& passes);

// Makes `i` instruction number `where`. Its labels and hints precede it.
void insert(Unit& unit, uint32_t where, Instr i);

} // namespace mecc::mc

// Which instructions may change places.
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::mc {

// Must `first` stay before `second`? By the registers they touch; condition codes, commands and
// distances are the caller's.
bool depends(const Unit& unit, const Instr& first, const Instr& second);

// Instructions whose distance to others matters: nothing may be taken from between them.
bool keeps_distance(const Unit& unit, const Instr& i);

// One use of local memory by an operand.
struct LocalUse {
  unsigned pointer; // 0 or 1
  unsigned word;
  bool write, steps;
};

// What of an instruction another may be in the way of.
struct Effects {
  const Instr* instr = nullptr;
  std::vector<Access> registers;
  std::vector<LocalUse> local;
  std::optional<unsigned> sets_pointer; // LM_ADDR_0 or 1
  bool special = false; // touches units, CSRs, indexed or neighbours' registers: in their order
};
Effects effects_of(const Unit& unit, const Instr& i);

// Must the two keep their order? Condition codes are the caller's, and so is how far apart they
// stand.
bool keep_order(const Effects& a, const Effects& b);

// LM_ADDR_0 or 1, of the executing context, if the instruction writes one.
std::optional<unsigned> pointer_set_by(const Instr& i);

} // namespace mecc::mc

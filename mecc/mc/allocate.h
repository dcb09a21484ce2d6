// Allocation of physical numbers to symbolic registers and signals. Each function reports operands
// that do not fit and then returns false.
#pragma once

#include "mecc/mc/flow.h"
#include "mecc/mc/ir.h"
#include "mecc/mc/liveness.h"

namespace mecc::mc {

// Interference between variables (liveness.h).
class Interference {
public:
  Interference(const Unit& unit, const Liveness& live);
  bool between(RegisterId a, RegisterId b) const; // on any side that they share
  bool used(RegisterId r) const { return used_.test(2 * r) || used_.test(2 * r + 1); }

private:
  const Unit& unit_;
  std::vector<Bits> rows_;
  Bits used_;
};

bool allocate_gprs(Unit& unit, const Liveness& live, const Interference& interference);
bool allocate_transfers(Unit& unit, const Interference& interference);
bool allocate_neighbours(Unit& unit);
bool allocate_signals(Unit& unit, const Liveness& live);

// The physical operand of a register; for an absolute register the number within its bank.
mev2::Operand location(const Unit& unit, RegisterId r);

} // namespace mecc::mc

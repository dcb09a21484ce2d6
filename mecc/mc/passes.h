// The assembler's passes over the whole unit, each one function in a file of its name;
// assembler.cc calls them in order. Checks are in rules.h.
#pragma once

#include "mecc/mc/flow.h"
#include "mecc/mc/ir.h"
#include "mecc/mc/liveness.h"

namespace mecc::mc {

// Loads constants that the field of an operand cannot hold into registers. Reports constants of
// more than 32 bits, and constants without a position for their load.
void load_constants(Unit& unit);

// Sets Register::bank of every general-purpose register and inserts copies into the unit. Reports
// pairs that cannot be split.
void assign_banks(Unit& unit); // banks.cc

// Fills image.symbols with live ranges, image.registers and image.csrs.
void describe_symbols(const Unit& unit, const Liveness& live, Image& image); // report.cc

// Fills image.points with the prints and assertions of the source. Points do not extend live
// ranges: a register whose number holds another value, or none yet, is unknown; a condition that
// needs one gets a warning.
void describe_points(Unit& unit, const Liveness& live, Image& image); // points.cc

// Registers by bank, transfer registers, signals, inserted instructions.
std::string write_report(const Unit& unit, const Image& image); // report.cc

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

// Allocation of physical numbers to symbolic registers and signals (gprs.cc, transfer.cc,
// signals.cc). Each function reports operands that do not fit and then returns false.
bool allocate_gprs(Unit& unit, const Liveness& live, const Interference& interference);
bool allocate_transfers(Unit& unit, const Interference& interference);
bool allocate_neighbours(Unit& unit);
bool allocate_signals(Unit& unit, const Liveness& live);

// The physical operand of a register; for an absolute register the number within its bank.
mev2::Operand location(const Unit& unit, RegisterId r);

} // namespace mecc::mc

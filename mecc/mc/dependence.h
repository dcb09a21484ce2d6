// Determines whether two instructions may be exchanged.
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::mc {

// Whether `first` must stay before `second` because of the registers that they access; the caller
// checks condition codes, commands and distances.
bool depends(const Unit& unit, const Instr& first, const Instr& second);

// Instructions with a required distance to others: no instruction between them may be removed.
bool keeps_distance(const Unit& unit, const Instr& i);

// Whether all distances that it requires are from the instructions that set the pointers of its
// operands.
bool only_local_memory(const Unit& unit, const Instr& i);

// One use of local memory by an operand.
struct LocalUse {
  unsigned pointer; // 0 or 1
  unsigned word;
  bool write, steps;
};

// How an instruction other than a command writes a transfer register. An index reaches them all.
enum class TransferWrite : uint8_t { None, Named, Indexed };

// Effects of an instruction that restrict its order relative to others.
struct Effects {
  const Instr* instr = nullptr;
  std::vector<Access> registers;
  std::vector<LocalUse> local;
  std::optional<unsigned> sets_pointer; // LM_ADDR_0 or 1
  TransferWrite transfer_write = TransferWrite::None;
  bool special = false; // accesses units, CSRs, indexed or other microengines' registers, whose
                        // order is kept
};
Effects effects_of(const Unit& unit, const Instr& i);

// Whether the two must keep their order. The caller checks condition codes and distances.
bool keep_order(const Effects& a, const Effects& b);

// LM_ADDR_0 or 1, of the executing context, if the instruction writes one.
std::optional<unsigned> pointer_set_by(const Instr& i);

} // namespace mecc::mc

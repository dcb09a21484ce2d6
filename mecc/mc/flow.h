// Where control can go from each instruction, defer slots included: the n words behind a
// `defer[n]` run whatever the branch decides, so its edges leave the last of them.
#pragma once

#include "mecc/mc/bits.h"
#include "mecc/mc/ir.h"

namespace mecc::mc {

struct Edge {
  uint32_t to;
  uint32_t consumer = kNothing; // instruction whose signals are taken when this way is gone
};

struct Flow {
  std::vector<std::vector<Edge>> next;
  std::vector<std::vector<uint32_t>> before;
  std::vector<uint32_t> slot_of; // the branch or swap in whose defer slot an instruction sits
  std::vector<uint32_t>
      decides; // the branch or swap whose outcome takes effect behind an instruction
  std::vector<unsigned> depth; // loops around it
  bool falls_off_end = false;
};

Flow build_flow(const Unit& unit);

// A branch, ctx_arb or swapping command: something that may own defer slots.
bool is_control(const Instr& i);
bool swaps_context(const Instr& i);
bool never_falls_through(const Instr& i);
bool uses_condition_codes(const Instr& i);
bool sets_condition_codes(const Instr& i);

// Signals whose arrival is taken when control leaves `i` (ctx_arb all, ctx_swap, br_signal).
std::vector<SignalRef> consumed_signals(const Instr& i);
inline uint32_t signal_key(const SignalRef& s) {
  return s.kind == SignalRef::Kind::Fixed ? 0x80000000u | s.id : s.id;
}

// Does `i` use what the instruction before it left behind (ALU result, operands, a CSR read)?
bool needs_predecessor(const Instr& i);

// The instructions before which the condition codes are still wanted.
std::vector<bool> condition_codes_live(const Unit& unit, const Flow& flow);

} // namespace mecc::mc

// Control-flow edges between instructions, including defer slots. The n words after a `defer[n]`
// run for either outcome of the branch, so its edges leave the last of them.
#pragma once

#include "base/dataflow.h"
#include "mecc/mc/ir.h"

#include <functional>
#include <ranges>

namespace mecc::mc {

struct Edge {
  uint32_t to;
  uint32_t consumer = kNothing; // instruction whose signals are consumed along this edge
};

struct Flow {
  std::vector<std::vector<Edge>> next;
  std::vector<std::vector<uint32_t>> before;
  std::vector<uint32_t> slot_of; // branch or swap in whose defer slot the instruction is
  std::vector<uint32_t> decides; // branch or swap whose outcome takes effect after the instruction
  std::vector<unsigned> depth;   // number of loops around it
  bool falls_off_end = false;
};

Flow build_flow(const Unit& unit);

// States before each instruction: transfer(n, state after n), which joins those at its targets.
template <class State, class Transfer>
std::vector<State> solve_backward(const Flow& flow, const State& none, Transfer transfer) {
  std::vector<State> before(flow.next.size(), none);
  const auto targets = [&](uint32_t n) { return std::views::transform(flow.next[n], &Edge::to); };
  ixp::solve_backward(std::views::iota(0u, static_cast<uint32_t>(before.size())) |
                          std::views::reverse,
                      targets, before, none, transfer);
  return before;
}

// A branch, ctx_arb or swapping command: an instruction that may have defer slots.
bool is_control(const Instr& i);
bool swaps_context(const Instr& i);
bool never_falls_through(const Instr& i);
bool uses_condition_codes(const Instr& i);
bool sets_condition_codes(const Instr& i);

// Whether N and Z after `i` describe the operand's value, because `i` computes or copies it.
bool sets_codes_of(const Unit& unit, const Instr& i, const Slot& value);

// Signals consumed when control leaves `i` (ctx_arb all, ctx_swap, br_signal).
std::vector<SignalRef> consumed_signals(const Instr& i);
inline uint32_t signal_key(const SignalRef& s) {
  return s.kind == SignalRef::Kind::Fixed ? 0x80000000u | s.id : s.id;
}

// Whether `i` uses state left by the preceding instruction (ALU result, operands, a CSR read).
bool needs_predecessor(const Instr& i);

// The instructions before which the condition codes are live.
std::vector<bool> condition_codes_live(const Unit& unit, const Flow& flow);

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

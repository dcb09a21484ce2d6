// Facts about decoded instructions that both engines need.
#pragma once

#include "emu/me/state.h"
#include "mecc/target/control_store.h"
#include "mecc/target/isa.h"

#include <algorithm>

namespace ixp::me {

// The left operand that operators B and ~B read although they do not use it: it becomes the amount
// of a following indirect shift. A decoder shows filler as "--", but filler is an encoding too: of
// a0, of b0 when the right operand took the A field, or of the constant 0 in the wide form.
mev2::Operand implied_left(const mev2::Instruction& i);

// May not sit in a defer slot.
inline bool changes_flow(const mev2::Instruction& i) {
  const mev2::OpcodeInfo& info = mev2::info(i.opcode);
  return info.is_branch || info.cls == mev2::InstrClass::CtxArb ||
         (info.is_command && i.completion != mev2::Completion::NoSwap);
}

// Whether Core::needs_shared_time() can ever be true of it.
bool may_need_shared_time(const mev2::Instruction& i);

// What an operator of the ALU or the ALU_SHF class computes (s: the shifted right operand), and
// whether a branch on a condition is taken. `f`: the flags before.
Flags plain_alu(mev2::Opcode op, uint32_t a, uint32_t b, const Flags& f);
Flags plain_shift(mev2::Opcode op, uint32_t a, uint32_t s);
bool takes_condition(mev2::Opcode op, const Flags& f);

constexpr unsigned lost_slots(unsigned penalty, unsigned defer) {
  return penalty > defer ? penalty - defer : 0;
}

// Everything behind the control store is one address that holds nothing.
constexpr uint16_t within_store(unsigned address) {
  return static_cast<uint16_t>(std::min(address, mev2::kMaxControlStoreWords));
}

} // namespace ixp::me

// Properties of decoded instructions used by both engines.
#pragma once

#include "emu/kernel/params.h"
#include "emu/me/semantics.h"
#include "isa/control_store.h"
#include "isa/isa.h"

#include <algorithm>

namespace ixp::me {

// The left operand that operators B and ~B read although they do not use it: it becomes the amount
// of a following indirect shift. A decoder shows filler as "--", but filler also encodes an
// operand: a0, b0 if the right operand occupies the A field, or the constant 0 in the wide form.
mev2::Operand implied_left(const mev2::Instruction& i);

// True if it may not be in a defer slot.
inline bool changes_flow(const mev2::Instruction& i) {
  const mev2::OpcodeInfo& info = mev2::info(i.opcode);
  return info.is_branch || info.cls == mev2::InstrClass::CtxArb ||
         (info.is_command && i.completion != mev2::Completion::NoSwap);
}

// True if Core::needs_shared_time() can be true for it.
bool may_need_shared_time(const mev2::Instruction& i);

// Destination bits replaced by ld_field, immed_b and immed_w, and the constant loaded by immed.
inline uint32_t replaced_bits(const mev2::Instruction& i) {
  using enum mev2::Opcode;
  if (mev2::info(i.opcode).cls == mev2::InstrClass::LdField) return byte_mask(i.byte_mask);
  const uint32_t whole = i.opcode == IMMED_W0 || i.opcode == IMMED_W1 ? 0xffff : 0xff;
  return whole << (8 * i.immed_shift);
}
inline uint32_t immediate_in_place(const mev2::Instruction& i) {
  return i.opcode == mev2::Opcode::IMMED ? i.immediate : i.immediate << (8 * i.immed_shift);
}

// The part of an access (bodies.h) that an instruction's fields provide.
struct Fields {
  const mev2::Instruction& i;
  bool loads_cc() const { return i.load_cc; }
  uint32_t mask() const { return replaced_bits(i); }
  uint32_t immediate() const { return immediate_in_place(i); }
  unsigned byte() const { return i.parameter; }
  uint8_t compare() const { return i.compare; }
  unsigned bit() const { return i.parameter; }
};

// Slots lost by a taken branch without defer.
inline unsigned branch_penalty(mev2::Opcode o, const Params& p) {
  using enum mev2::Opcode;
  const bool early = o == BR || o == BR_EQ_CTX || o == BR_NE_CTX;
  return static_cast<unsigned>(early ? p.me_br_penalty : p.me_cond_penalty);
}
constexpr unsigned lost_slots(unsigned penalty, unsigned defer) {
  return penalty > defer ? penalty - defer : 0;
}

// Maps all addresses beyond the control store to one without a word.
constexpr uint16_t within_store(unsigned address) {
  return static_cast<uint16_t>(std::min(address, mev2::kMaxControlStoreWords));
}

} // namespace ixp::me

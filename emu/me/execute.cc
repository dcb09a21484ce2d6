// Executes one instruction from its decoded form, by its body (bodies.h). The reference engine
// executes everything here, the threaded engine the instructions without a handler.
#include "emu/me/core.h"

#include "emu/me/bodies.h"
#include "emu/me/execute.h"

#include <fmt/format.h>

#include <utility>

namespace ixp::me {

using mev2::InstrClass;
using mev2::Instruction;
using mev2::Opcode;
using mev2::Operand;
using mev2::OperandKind;

Flow Core::halt_overrun() {
  return halt(HazardKind::StoreOverrun, fmt::format("no word was loaded at address {}", pc()));
}

Flow Core::halt_in_slot() {
  return halt(HazardKind::IllegalInstruction, "a branch or context swap in a defer slot");
}

Flow Core::halt(HazardKind kind, std::string text) {
  s_.halted = true;
  hazard(kind, std::move(text));
  Flow f;
  f.kind = Flow::Kind::Halt;
  return f;
}

bool Core::input_state(unsigned number) {
  if (number == 0) return nn_empty();
  if (number == 1) return nn_full();
  if (number <= 13) return inputs_ && inputs_->scratch_ring_status(number - 2);
  return inputs_ && (number == 14 ? inputs_->fci_not_empty() : inputs_->fci_full());
}

bool may_need_shared_time(const Instruction& i) {
  const auto shared = [](const Operand& o) {
    return o.kind >= OperandKind::SXfer && o.kind <= OperandKind::NnRing;
  };
  return looks_outside(i.opcode) || i.opcode == Opcode::LOCAL_CSR_RD || shared(i.left) ||
         shared(i.right) || shared(i.dst);
}

// End of running ahead, apart from a full command FIFO: true if others may change the instruction's
// inputs at any moment, or observe its results.
bool Core::needs_shared_time(const Instruction& i) const {
  if (looks_outside(i.opcode)) return true;
  if (i.opcode == Opcode::LOCAL_CSR_RD) return !csr::reads_ahead(i.csr);
  const auto source = [&](const Operand& o) {
    if (o.kind == OperandKind::Nn || o.kind == OperandKind::NnRing) return !nn_self();
    return touches_outstanding(o, false);
  };
  return source(i.left) || source(i.right) || touches_outstanding(i.dst, true) ||
         (mev2::info(i.opcode).reads_dst && source(i.dst));
}

static bool is_one_source(Opcode op) {
  return op == Opcode::ALU_B || op == Opcode::ALU_NOT_B || op == Opcode::SHF_B ||
         op == Opcode::SHF_NOT_B;
}

Operand implied_left(const Instruction& i) {
  if (i.left.kind != OperandKind::None || !is_one_source(i.opcode)) return i.left;
  const bool right_in_a_field =
      (i.right.kind == OperandKind::Gpr || i.right.kind == OperandKind::AbsGpr) &&
      i.right.bank == mev2::Bank::A;
  const bool wide = mev2::info(i.opcode).cls == InstrClass::Alu;
  Operand o;
  if (right_in_a_field && wide) {
    o.kind = OperandKind::Const;
  } else {
    o.kind = OperandKind::Gpr;
    o.bank = right_in_a_field ? mev2::Bank::B : mev2::Bank::A;
  }
  return o;
}

namespace {

// The complete access: operands as named by the instruction, hazards, --uninitialised, frozen
// condition codes, the value of a local_csr_rd.
struct Checked : Fields {
  using Value = uint32_t;
  Core& core;
  const bool after_local_csr_rd;
  uint32_t &pa = state().prev_a, &pb = state().prev_b, &pr = state().prev_result;

  // Filler is read like a register, but not intentionally: no hazard.
  uint32_t a() {
    if (i.left.kind != OperandKind::None) return core.read(i.left);
    const Operand left = implied_left(i);
    if (left.kind != OperandKind::Gpr) return 0;
    return state().regs[(left.bank == mev2::Bank::A ? kGprA : kGprB) + core.ctx16()];
  }
  uint32_t b() { return core.read(i.right); }
  uint32_t old() { return core.read(i.dst); }
  void write(uint32_t value) { core.write(i.dst, value); }

  const Flags& flags() { return state().flags; }
  void set_flags(const Flags& f) {
    if (state().cc_enable & csr::kCcEnabled) state().flags = f;
  }

  uint32_t shifted(uint32_t b) const { return me::shifted(i.shift, i.shift_amount, b, pa); }
  unsigned amount() const {
    return (i.shift == mev2::ShiftKind::RightIndirect ? pa : i.shift_amount) & 31;
  }
  uint32_t loaded() const { return after_local_csr_rd ? state().csr_value : immediate(); }

  bool in_context() const { return state().running == i.parameter; }
  uint32_t base() const { return i.target; }
  bool input_state() { return core.input_state(i.parameter); }
  bool take_signal() {
    uint16_t& signals = state().ctx[static_cast<unsigned>(state().running)].signals;
    const unsigned bit = 1u << (i.parameter & 15);
    const bool set = signals & bit;
    signals &= static_cast<uint16_t>(~bit);
    return set;
  }
  MeState& state() const { return core.state(); }
};

template <Opcode O> Flow branch(Checked& m) {
  Flow flow;
  flow.defer = m.i.defer;
  flow.penalty = static_cast<uint8_t>(branch_penalty(O, m.core.params()));
  flow.target = m.i.target;
  if constexpr (O == Opcode::JUMP) flow.target = jump_target(m);
  if (taken<O>(m)) flow.kind = Flow::Kind::Jump;
  return flow;
}

template <Opcode O> Flow body(Checked& m) {
  if constexpr (mev2::info(O).is_branch) {
    return branch<O>(m);
  } else if constexpr (mev2::info(O).is_command) {
    return m.core.issue(m.core.prepare(m.i));
  } else if constexpr (O == Opcode::CTX_ARB) {
    return m.core.execute_ctx_arb(m.i);
  } else if constexpr (O == Opcode::LOCAL_CSR_WR) {
    m.core.write_csr_by_instruction(m.i.csr, m.a());
  } else if constexpr (O == Opcode::LOCAL_CSR_RD) {
    MeState& s = m.state();
    s.csr_value = m.core.read_csr(m.i.csr, static_cast<unsigned>(s.running), m.core.cycle());
    s.csr_read = true;
  } else {
    compute<O>(m);
  }
  return {};
}

constexpr ByOpcode<Flow (*)(Checked&)> kBodies([]<Opcode O> { return &body<O>; });

} // namespace

Flow Core::execute(const Instruction& i) {
  Checked access{{i}, *this, std::exchange(s_.csr_read, false)};
  const Flow flow = kBodies[i.opcode](access);
  post_modify(i);
  ++s_.instructions;
  return flow;
}

Flow Core::execute_ctx_arb(const Instruction& i) {
  request_swap({i.has_target ? i.target : static_cast<uint16_t>(pc() + 1 + i.defer), pc(),
                i.signals | (i.any ? 1u << 16 : 0), i.keep_wakeup, i.bpt});
  Flow flow;
  flow.kind = Flow::Kind::Swap;
  flow.defer = i.defer;
  flow.penalty = static_cast<uint8_t>(params_.me_ctx_swap_penalty);
  return flow;
}

} // namespace ixp::me

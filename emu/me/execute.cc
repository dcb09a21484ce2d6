// One instruction from its decoded form: the whole instruction set in plain words. The reference
// engine executes everything here, the threaded engine what its handlers leave out.
//
// The previous instruction's operands and result (for indirect shifts, asr, byte_align,
// indirect_ref, cap fast_wr) are those of the last instruction that had them: the ALU, ALU_SHF and
// LD_FIELD classes set operands and result, immed and the last steps of mul_step the result.
#include "emu/me/core.h"

#include "emu/me/cam.h"
#include "emu/me/crc.h"
#include "emu/me/execute.h"
#include "emu/me/semantics_branch.h"
#include "emu/me/semantics_multiply.h"
#include "emu/me/semantics_shift.h"

#include <fmt/format.h>

#include <utility>

namespace ixp::me {

using mev2::InstrClass;
using mev2::Instruction;
using mev2::Opcode;
using mev2::Operand;
using mev2::OperandKind;

void Core::hazard(HazardKind kind, std::string text) const {
  hazard(kind, std::move(text), tick(), s.running, pc);
}

void Core::hazard(HazardKind kind, std::string text, Tick when, int ctx, int at_pc) const {
  hazards.report({kind, when, static_cast<int>(index), ctx, at_pc, std::move(text)});
}

Flow Core::halt_overrun() {
  return halt(HazardKind::StoreOverrun, fmt::format("no word was loaded at address {}", pc));
}

Flow Core::halt_in_slot() {
  return halt(HazardKind::IllegalInstruction, "a branch or context swap in a defer slot");
}

Flow Core::halt(HazardKind kind, std::string text) {
  s.halted = true;
  hazard(kind, std::move(text));
  Flow f;
  f.kind = Flow::Kind::Halt;
  return f;
}

bool Core::input_state(unsigned number) {
  if (number == 0) return nn_empty();
  if (number == 1) return nn_full();
  if (number <= 13) return inputs && inputs->scratch_ring_status(number - 2);
  return inputs && (number == 14 ? inputs->fci_not_empty() : inputs->fci_full());
}

bool may_need_shared_time(const Instruction& i) {
  const auto shared = [](const Operand& o) {
    return o.kind >= OperandKind::SXfer && o.kind <= OperandKind::NnRing;
  };
  switch (i.opcode) {
  case Opcode::BR_SIGNAL:
  case Opcode::BR_NOT_SIGNAL:
  case Opcode::BR_INP_STATE:
  case Opcode::BR_NOT_INP_STATE:
  case Opcode::LOCAL_CSR_RD: return true;
  default: return shared(i.left) || shared(i.right) || shared(i.dst);
  }
}

// Where running ahead of shared time ends, besides a full command FIFO: what this instruction looks
// at may be changed by others at any moment, or others look at what it changes.
bool Core::needs_shared_time(const Instruction& i) const {
  switch (i.opcode) {
  case Opcode::BR_SIGNAL:
  case Opcode::BR_NOT_SIGNAL:
  case Opcode::BR_INP_STATE:
  case Opcode::BR_NOT_INP_STATE: return true;
  case Opcode::LOCAL_CSR_RD: return !csr::reads_ahead(i.csr);
  default: break;
  }
  const auto source = [&](const Operand& o) {
    if (o.kind == OperandKind::Nn || o.kind == OperandKind::NnRing) return !nn_self();
    return touches_outstanding(o, false);
  };
  return source(i.left) || source(i.right) || touches_outstanding(i.dst, true) ||
         (mev2::info(i.opcode).reads_dst && source(i.dst));
}

void Core::set_flags(const Flags& f) {
  if (s.cc_enable & csr::kCcEnabled) s.flags = f;
}

void Core::set_result(const Instruction& i, uint32_t value) {
  write(i.dst, value);
  s.prev_result = value;
}

Flow Core::execute(const Instruction& i) {
  const bool csr_read = std::exchange(s.csr_read, false);
  Flow flow;
  switch (mev2::info(i.opcode).cls) {
  case InstrClass::Alu: flow = execute_alu(i); break;
  case InstrClass::AluShf:
  case InstrClass::LdField: flow = execute_shift(i); break;
  case InstrClass::Immed: flow = execute_immed(i, csr_read); break;
  case InstrClass::Mult: flow = execute_multiply(i); break;
  case InstrClass::BrByte:
  case InstrClass::BrBit:
  case InstrClass::Branch:
  case InstrClass::Jump: flow = execute_branch(i); break;
  case InstrClass::CtxArb: flow = execute_ctx_arb(i); break;
  case InstrClass::LocalCsr:
    if (i.opcode == Opcode::LOCAL_CSR_WR) {
      write_csr_by_instruction(i.csr, read(i.left));
    } else {
      s.csr_value = read_csr(i.csr, static_cast<unsigned>(s.running), cycle);
      s.csr_read = true;
    }
    break;
  default: flow = issue(prepare(i)); break;
  }
  post_modify(i);
  ++s.instructions;
  return flow;
}

template <Opcode Op> static Flags alu_case(uint32_t a, uint32_t b, const Flags& f) {
  return alu<Op>(a, b, f.c());
}
Flags plain_alu(Opcode op, uint32_t a, uint32_t b, const Flags& f) {
  using enum Opcode;
  switch (op) {
#define IXP_ALU(name)                                                                              \
  case name: return alu_case<name>(a, b, f);
    IXP_ALU_OPERATORS(IXP_ALU)
#undef IXP_ALU
  default: return {};
  }
}
Flags plain_shift(Opcode op, uint32_t a, uint32_t s) {
  using enum Opcode;
  switch (op) {
#define IXP_SHIFT(name)                                                                            \
  case name: return shift_op<name>(a, s);
    IXP_SHIFT_OPERATORS(IXP_SHIFT)
#undef IXP_SHIFT
  default: return {};
  }
}
bool takes_condition(Opcode op, const Flags& f) {
  using enum Opcode;
  switch (op) {
#define IXP_CONDITION(name)                                                                        \
  case name: return condition<name>(f);
    IXP_CONDITIONS(IXP_CONDITION)
#undef IXP_CONDITION
  default: return false;
  }
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

void Core::crc_step(const Instruction& i, uint32_t operand) {
  s.crc_remainder = crc(static_cast<CrcType>(i.crc_type), s.crc_remainder, operand, i.crc_bytes,
                        i.crc_le, i.crc_bit_swap);
  std::copy_backward(s.crc_steps.begin(), s.crc_steps.end() - 1, s.crc_steps.end());
  s.crc_steps[0] = {cycle + params.me_crc_latency, s.crc_remainder};
}

// Filler is read like a register, but nobody means it: no hazard.
uint32_t Core::read_left(const Instruction& i, const Operand& left) {
  if (left.kind == OperandKind::Gpr && i.left.kind == OperandKind::None)
    return s.regs[(left.bank == mev2::Bank::A ? kGprA : kGprB) + ctx16()];
  return read(left);
}

template <Opcode Op> Flow Core::special(const Instruction& i, uint32_t a, uint32_t b, unsigned n) {
  Previous last{s.prev_a, s.prev_b, s.prev_result};
  const Flags flags = special_op<Op>(last, a, b, n, s.byte_index);
  s.prev_a = last.a;
  s.prev_b = last.b;
  set_result(i, last.result);
  set_flags(flags);
  return {};
}

Flow Core::execute_alu(const Instruction& i) {
  using enum Opcode;
  const Operand left = implied_left(i);
  const uint32_t a = read_left(i, left);
  const uint32_t b = read(i.right);
  Flags flags;
  uint32_t result = 0;
  bool writes = true;
  switch (i.opcode) {
  case POP_COUNT1:
  case POP_COUNT2: writes = false; break; // the first two of three steps show nothing
  case POP_COUNT3: flags = logical(result = static_cast<uint32_t>(std::popcount(b))); break;
  case FFS: return special<FFS>(i, a, b, 0);
  case CRC:
    crc_step(i, b);
    flags = logical(result = b);
    break;
  case CAM_CLEAR:
    cam_clear(s);
    writes = false;
    break;
  case CAM_LOOKUP: {
    flags = logical(result = cam_lookup(s, a));
    const uint32_t entry = result >> 3 & 15, at = uint32_t{i.lm_addr_constant} << 10 | entry << 6;
    if (i.lm_addr_mask & 1) defer_write(csr::ActiveLmAddr0, at, params.me_lm_addr_latency);
    if (i.lm_addr_mask & 2) defer_write(csr::ActiveLmAddr1, at, params.me_lm_addr_latency);
    break;
  }
  case CAM_WRITE:
    cam_write(s, b, a, i.state);
    writes = false;
    break;
  case CAM_WRITE_STATE:
    cam_write_state(s, b, i.state);
    writes = false;
    break;
  case CAM_READ_TAG: flags = logical(result = cam_read_tag(s, b)); break;
  case CAM_READ_STATE: flags = logical(result = cam_read_state(s, b)); break;
  default: flags = plain_alu(i.opcode, a, b, s.flags); result = static_cast<uint32_t>(flags.wide);
  }
  if (left.kind != OperandKind::None) s.prev_a = a;
  if (i.right.kind != OperandKind::None) s.prev_b = b;
  if (writes) {
    set_result(i, result);
    set_flags(flags);
  }
  return {};
}

Flow Core::execute_shift(const Instruction& i) {
  using enum Opcode;
  const Operand left = implied_left(i);
  const uint32_t a = read_left(i, left);
  const uint32_t b = read(i.right);
  const unsigned n = (i.shift == mev2::ShiftKind::RightIndirect ? s.prev_a : i.shift_amount) & 31;
  Flags flags;
  bool has_left = left.kind != OperandKind::None;
  switch (i.opcode) {
#define IXP_SPECIAL(name)                                                                          \
  case name: return special<name>(i, a, b, n);
    IXP_SPECIAL_SHIFTS(IXP_SPECIAL)
#undef IXP_SPECIAL
  case LD_FIELD:
  case LD_FIELD_W_CLR: {
    const uint32_t old = i.opcode == LD_FIELD ? read(i.dst) : 0;
    const uint32_t value = shifted(i.shift, i.shift_amount, b, s.prev_a);
    flags = logical(load_field(old, value, byte_mask(i.byte_mask)));
    has_left = false;
    break;
  }
  default: flags = plain_shift(i.opcode, a, shifted(i.shift, i.shift_amount, b, s.prev_a));
  }
  if (has_left) s.prev_a = a;
  s.prev_b = b;
  set_result(i, static_cast<uint32_t>(flags.wide));
  const bool load = i.opcode == LD_FIELD || i.opcode == LD_FIELD_W_CLR;
  if (!load || i.load_cc) set_flags(flags);
  return {};
}

Flow Core::execute_immed(const Instruction& i, bool csr_read) {
  using enum Opcode;
  const unsigned at = 8u * i.immed_shift;
  switch (i.opcode) {
  case NOP: return {};
  case IMMED: set_result(i, csr_read ? s.csr_value : i.immediate); return {};
  case IMMED_W0:
  case IMMED_W1:
    set_result(i, load_field(read(i.dst), i.immediate << at, uint32_t{0xffff} << at));
    return {};
  default: set_result(i, load_field(read(i.dst), i.immediate << at, uint32_t{0xff} << at));
  }
  return {};
}

Flow Core::execute_multiply(const Instruction& i) {
  using enum Opcode;
  const auto step = [&](unsigned k, unsigned a_bits) {
    s.product = multiply_step(s.product, read(i.left), read(i.right), k, a_bits);
    return Flow{};
  };
  switch (i.opcode) {
  case MUL_START: s.product = 0; return {};
#define IXP_STEPS(type, a_bits)                                                                    \
  case MUL_##type##_STEP1: return step(1, a_bits);                                                 \
  case MUL_##type##_STEP2: return step(2, a_bits);                                                 \
  case MUL_##type##_STEP3: return step(3, a_bits);                                                 \
  case MUL_##type##_STEP4: return step(4, a_bits);
    IXP_STEPS(24X8, 24)
    IXP_STEPS(16X16, 16)
    IXP_STEPS(32X32, 32)
#undef IXP_STEPS
  default: break;
  }
  const bool high =
      i.opcode == MUL_24X8_LAST2 || i.opcode == MUL_16X16_LAST2 || i.opcode == MUL_32X32_LAST2;
  const uint64_t p = high ? s.product >> 32 : s.product;
  const uint32_t result = static_cast<uint32_t>(p);
  set_result(i, result);
  set_flags(logical(result));
  return {};
}

Flow Core::execute_branch(const Instruction& i) {
  using enum Opcode;
  Flow flow;
  flow.defer = i.defer;
  flow.target = i.target;
  flow.penalty = static_cast<uint8_t>(params.me_cond_penalty);
  const unsigned ctx = static_cast<unsigned>(s.running);
  bool taken = true;
  switch (i.opcode) {
  case BR: flow.penalty = static_cast<uint8_t>(params.me_br_penalty); break;
  case BR_EQ_CTX:
  case BR_NE_CTX:
    flow.penalty = static_cast<uint8_t>(params.me_br_penalty);
    taken = (ctx == i.parameter) == (i.opcode == BR_EQ_CTX);
    break;
  case BR_SIGNAL:
  case BR_NOT_SIGNAL: {
    const uint16_t bit = static_cast<uint16_t>(1u << (i.parameter & 15));
    const bool set = s.ctx[ctx].signals & bit;
    s.ctx[ctx].signals &= static_cast<uint16_t>(~bit);
    taken = set == (i.opcode == BR_SIGNAL);
    break;
  }
  case BR_INP_STATE: taken = input_state(i.parameter); break;
  case BR_NOT_INP_STATE: taken = !input_state(i.parameter); break;
  case BR_BYTE_EQ: taken = byte_equals(read(i.left), i.parameter, i.compare); break;
  case BR_BYTE_NE: taken = !byte_equals(read(i.left), i.parameter, i.compare); break;
  case BR_BSET: taken = bit_set(read(i.left), i.parameter); break;
  case BR_BCLR: taken = !bit_set(read(i.left), i.parameter); break;
  case JUMP: flow.target = static_cast<uint16_t>((i.target + read(i.left)) & 0x1fff); break;
  default: taken = takes_condition(i.opcode, s.flags);
  }
  if (taken) flow.kind = Flow::Kind::Jump;
  return flow;
}

Flow Core::execute_ctx_arb(const Instruction& i) {
  swap.at = pc;
  swap.resume = i.has_target ? i.target : static_cast<uint16_t>(pc + 1 + i.defer);
  swap.wakeup = i.signals | (i.any ? 1u << 16 : 0);
  swap.keep_wakeup = i.keep_wakeup;
  swap.bpt = i.bpt;
  Flow flow;
  flow.kind = Flow::Kind::Swap;
  flow.defer = i.defer;
  flow.penalty = static_cast<uint8_t>(params.me_ctx_swap_penalty);
  return flow;
}

} // namespace ixp::me

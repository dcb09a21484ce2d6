// Reads and writes operands as named by the instruction. Used by the reference engine for
// everything and by the threaded one for instructions without a handler.
#include "emu/me/core.h"

#include <fmt/format.h>

#include <utility>

namespace ixp::me {

using mev2::Bank;
using mev2::Operand;
using mev2::OperandKind;
using mev2::Step;

namespace {
unsigned gpr_file(Bank b) {
  return b == Bank::A ? kGprA : kGprB;
}
// Index in the register array, for operand kinds stored there.
int register_index(const MeState& s, const Operand& o, unsigned ctx16, bool destination) {
  const unsigned relative = (ctx16 + o.number) % kFile;
  switch (o.kind) {
  case OperandKind::Gpr: return static_cast<int>(gpr_file(o.bank) + relative);
  case OperandKind::AbsGpr: return static_cast<int>(gpr_file(o.bank) + o.number % kFile);
  case OperandKind::SXfer: return static_cast<int>((destination ? kSOut : kSIn) + relative);
  case OperandKind::DXfer: return static_cast<int>((destination ? kDOut : kDIn) + relative);
  case OperandKind::SIndex: return static_cast<int>((destination ? kSOut : kSIn) + s.t_index);
  case OperandKind::DIndex: return static_cast<int>((destination ? kDOut : kDIn) + s.t_index);
  default: return -1;
  }
}
} // namespace

uint32_t Core::read_register(unsigned i) {
  if (s.outstanding[i])
    hazard(HazardKind::ReadBeforeSignal,
           fmt::format("transfer register {} of {} read while {} word(s) are on their way",
                       (i - kSIn) % kFile, i < kDIn ? "S_IN" : "D_IN", s.outstanding[i]));
  if (check && !initialised[i])
    hazard(HazardKind::Uninitialised, fmt::format("register {} of {} was never written", i % kFile,
                                                  i < kGprB   ? "bank A"
                                                  : i < kSIn  ? "bank B"
                                                  : i < kDIn  ? "S_IN"
                                                  : i < kSOut ? "D_IN"
                                                              : "the next-neighbour file"));
  return s.regs[i];
}

void Core::write_register(unsigned i, uint32_t value) {
  if (s.outstanding[i])
    hazard(HazardKind::WriteBeforePull,
           fmt::format("transfer register {} of {} written while {} word(s) are to be taken",
                       (i - kSOut) % kFile, i < kDOut ? "S_OUT" : "D_OUT", s.outstanding[i]));
  s.regs[i] = value;
  if (check) initialised.set(i);
}

bool Core::touches_outstanding(const Operand& o, bool destination) const {
  if (o.kind < OperandKind::SXfer || o.kind > OperandKind::DIndex) return false;
  const int i = register_index(s, o, ctx16(), destination);
  return i >= 0 && s.outstanding[static_cast<unsigned>(i)];
}

uint32_t Core::read_other(const Operand& o) {
  switch (o.kind) {
  case OperandKind::None: return 0;
  case OperandKind::Const: return o.number;
  case OperandKind::Nn:
    nn_catch_up(tick());
    return read_register(kNn + (ctx16() + o.number) % kFile);
  case OperandKind::NnRing: nn_catch_up(tick()); return read_register(kNn + s.nn_get);
  case OperandKind::Lm0:
  case OperandKind::Lm1: {
    const unsigned at = lm_pointer(o.kind == OperandKind::Lm1) | o.number;
    if (at >= kLocalMemory) {
      hazard(HazardKind::BadAddress, fmt::format("local memory has no longword {}", at));
      return 0;
    }
    if (check && !lm_initialised[at])
      hazard(HazardKind::Uninitialised, fmt::format("local memory {} was never written", at));
    return s.local_memory[at];
  }
  default: return read_register(static_cast<unsigned>(register_index(s, o, ctx16(), false)));
  }
}

void Core::write(const Operand& o, uint32_t value) {
  switch (o.kind) {
  case OperandKind::None:
  case OperandKind::Const: return;
  case OperandKind::Nn: nn_write(false, (ctx16() + o.number) % kFile, value); return;
  case OperandKind::NnRing: nn_write(true, 0, value); return;
  case OperandKind::Lm0:
  case OperandKind::Lm1: {
    const unsigned at = lm_pointer(o.kind == OperandKind::Lm1) | o.number;
    if (at >= kLocalMemory) {
      hazard(HazardKind::BadAddress, fmt::format("local memory has no longword {}", at));
      return;
    }
    s.local_memory[at] = value;
    if (check) lm_initialised.set(at);
    return;
  }
  default: write_register(static_cast<unsigned>(register_index(s, o, ctx16(), true)), value);
  }
}

void Core::move_pointers(const mev2::Instruction& i) {
  bool lm[2] = {}, t = false, nn = false;
  const auto modify = [&](const Operand& o, bool destination) {
    if (o.step == Step::Keep) return;
    const int by = o.step == Step::Increment ? 1 : -1;
    if (o.kind == OperandKind::Lm0 || o.kind == OperandKind::Lm1) {
      const unsigned x = o.kind == OperandKind::Lm1;
      if (!std::exchange(lm[x], true))
        lm_pointer(x) = static_cast<uint16_t>((lm_pointer(x) + by) & (kLocalMemoryDecoded - 1));
    } else if (o.kind == OperandKind::SIndex || o.kind == OperandKind::DIndex) {
      if (!std::exchange(t, true)) s.t_index = static_cast<uint8_t>((s.t_index + by) & (kFile - 1));
    } else if (o.kind == OperandKind::NnRing && !destination) {
      nn_catch_up(tick());
      if (std::exchange(nn, true)) return;
      if (watch.on()) [[unlikely]]
        tell_neighbour(RingAction::Get, index, s.regs[kNn + s.nn_get]);
      s.nn_get = static_cast<uint8_t>((s.nn_get + 1) % kFile);
    }
  };
  modify(i.left, false);
  modify(i.right, false);
  modify(i.dst, true);
}

} // namespace ixp::me

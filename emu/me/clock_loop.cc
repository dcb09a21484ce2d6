#include "emu/me/clock_loop.h"

#include "emu/me/bodies.h"
#include "emu/me/execute.h"

namespace ixp::me {

using mev2::Instruction;
using mev2::Opcode;
using mev2::Operand;
using mev2::OperandKind;

struct ClockLoop::Access : Fields {
  using Value = ClockValue;
  ClockLoop& loop;
  const Core& core;
  ClockValue &pa = loop.prev_a_, &pb = loop.prev_b_, &pr = loop.prev_result_;

  ClockValue a() { return read(implied_left(i)); }
  ClockValue b() { return read(i.right); }
  ClockValue old() { return read(i.dst); }
  void write(const ClockValue& value) {
    if (i.dst.kind == OperandKind::None) return;
    if (Register* r = touch(i.dst)) r->now = value;
  }
  ClockFlags flags() const {
    return loop.flags_.value_or(ClockFlags{ClockValue::unknown(), {}, {}});
  }
  void set_flags(const ClockFlags& f) { loop.flags_ = f; }
  // A previous operand may be from before the iteration.
  ClockValue shifted(const ClockValue& b) const {
    return me::shifted(i.shift, i.shift_amount, b, ClockValue::unknown());
  }
  ClockValue loaded() const { return loop.csr_.value_or(immediate()); }
  bool in_context() const { return core.state().running == i.parameter; }

private:
  ClockValue read(const Operand& o);
  Register* touch(const Operand& o);
};

ClockValue ClockLoop::Access::read(const Operand& o) {
  if (o.kind == OperandKind::None) return 0;
  if (o.kind == OperandKind::Const) return o.number;
  const unsigned known = loop.touched_;
  Register* r = touch(o);
  if (!r) return {};
  if (loop.touched_ != known) r->read_first = true;
  return r->now;
}

// Null, and no such loop, for too many registers, and for other operands than registers of the
// context: these come from outside or move a pointer.
ClockLoop::Register* ClockLoop::Access::touch(const Operand& o) {
  const unsigned file = o.bank == mev2::Bank::A ? kGprA : kGprB;
  const auto index = static_cast<uint16_t>(file + (core.ctx16() + o.number) % kFile);
  const auto first = loop.registers_.begin(), end = first + loop.touched_;
  const auto known = std::find_if(first, end, [&](const Register& r) { return r.index == index; });
  const bool full = known == loop.registers_.end();
  if (o.kind != OperandKind::Gpr || full) {
    loop.bound(0);
    return nullptr;
  }
  if (known == end)
    loop.registers_[loop.touched_++] = {index, false, core.state().regs[index], core.state().regs[index]};
  return &*known;
}

// False: loops with this instruction are not followed.
bool ClockLoop::execute(const Core& core, const Instruction& i, bool& branches) {
  static constexpr ByOpcode<ClockValue (*)(Access&)> conditions(
      []<Opcode O>() -> ClockValue (*)(Access&) {
        if constexpr (mev2::info(O).is_branch && O != Opcode::JUMP && !looks_outside(O))
          return [](Access& m) -> ClockValue { return taken<O>(m); };
        else
          return nullptr;
      });
  Access access{{i}, *this, core};
  if (const auto function = kFunctions<Access>[i.opcode]) {
    function(access);
  } else if (const auto condition = conditions[i.opcode]) {
    const ClockValue jumps = condition(access);
    bound(jumps.steady(0));
    branches = jumps.value;
  } else if (i.opcode == Opcode::LOCAL_CSR_RD && i.csr == csr::ProfileCount) {
    csr_ = ClockValue(core.read_clock(i.csr, core.cycle() + cycles()), true) & 0xffff;
    return true;
  } else {
    return false;
  }
  csr_.reset();
  return true;
}

// ---- The loop

// Registers have the same values whenever an iteration reads them first.
bool ClockLoop::repeats() {
  for (unsigned n = 0; n < touched_; ++n) {
    const Register& r = registers_[n];
    if (r.read_first && (r.now.grows || r.now.value != r.before)) return false;
    bound(r.now.holds);
  }
  bound(std::min({prev_a_.holds, prev_b_.holds, prev_result_.holds}));
  if (flags_) bound(std::min({flags_->a.holds, flags_->b.holds, flags_->carry.holds}));
  return range_ && !csr_;
}

bool ClockLoop::follow(const Core& core, const Predecoded& program, uint16_t start) {
  const MeState& s = core.state();
  touched_ = 0;
  prev_a_ = s.prev_a, prev_b_ = s.prev_b, prev_result_ = s.prev_result;
  flags_.reset();
  csr_.reset();
  instructions_ = lost_ = 0;
  range_ = ClockValue::kAlways;

  unsigned pc = start, slots = 0; // remaining defer slots, then the flow goes to `target`
  unsigned target = 0, lost_behind = 0;
  do {
    if (instructions_ >= kMostInstructions) return false;
    const Predecoded::Word* w = program.at_address(pc++);
    if (!w || !w->legal) return false;
    const Instruction& i = w->decoded;
    bool branches = false;
    if ((slots && changes_flow(i)) || !execute(core, i, branches)) return false;
    ++instructions_;
    if (branches) {
      target = i.target;
      lost_behind = lost_slots(branch_penalty(i.opcode, core.params()), i.defer);
      slots = i.defer + 1u;
    }
    if (slots && --slots == 0) {
      pc = target;
      lost_ += lost_behind;
    }
  } while (pc != start || slots);
  return repeats();
}

void ClockLoop::leave(Core& core, uint64_t iterations) const {
  MeState& s = core.state();
  const uint64_t later = (iterations - 1) * cycles();
  for (unsigned n = 0; n < touched_; ++n)
    s.regs[registers_[n].index] = registers_[n].now.after(later);
  s.prev_a = prev_a_.after(later), s.prev_b = prev_b_.after(later);
  s.prev_result = prev_result_.after(later);
  if (flags_) s.flags = flags_->after(later);
}

} // namespace ixp::me

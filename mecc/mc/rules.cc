#include "mecc/mc/rules.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc::mc {

using mev2::InstrClass;
using mev2::OperandKind;
using mev2::Step;

namespace {

class InstructionRules {
public:
  InstructionRules(Unit& unit, const Instr& i) : unit_(unit), i_(i), info_(i.info()) {}

  void run() {
    restricted_operands();
    pointers_move_once();
    if (info_.is_command) command();
  }

private:
  // ALU, IMMED, JUMP, MULT and LOCAL_CSR have 10-bit operand fields. The others have 8 bits, which
  // cannot encode absolute and next-neighbour registers.
  bool has_restricted_fields() const {
    switch (info_.cls) {
    case InstrClass::Alu:
    case InstrClass::Immed:
    case InstrClass::Jump:
    case InstrClass::Mult:
    case InstrClass::LocalCsr: return false;
    default: return true;
    }
  }

  void restricted_operands() {
    if (!has_restricted_fields()) return;
    for (const Slot* s : {&i_.dst, &i_.left, &i_.right}) {
      bool absolute = s->kind == Slot::Kind::Fixed && s->fixed.kind == OperandKind::AbsGpr;
      bool neighbour = s->kind == Slot::Kind::Fixed && s->fixed.kind == OperandKind::Nn;
      std::string name = mev2::print(s->fixed);
      if (s->is_register()) {
        const Register& r = unit_.registers[s->reg];
        absolute = r.absolute;
        neighbour = r.file == File::Neighbour;
        name = r.name;
      }
      if (absolute || neighbour)
        unit_.error(s->at,
                    fmt::format("{} register {} cannot be an operand of {}; copy it with alu first",
                                absolute ? "absolute" : "next-neighbour", name, info_.mnemonic));
    }
  }

  void pointers_move_once() {
    std::vector<OperandKind> moved;
    for (const Slot* s : {&i_.dst, &i_.left, &i_.right}) {
      if (s->kind != Slot::Kind::Fixed || s->fixed.step == Step::Keep) continue;
      OperandKind pointer = s->fixed.kind;
      if (pointer == OperandKind::DIndex) pointer = OperandKind::SIndex; // both are T_INDEX
      // NN_PUT and NN_GET are separate pointers.
      if (pointer == OperandKind::NnRing && s == &i_.dst) continue;
      if (std::find(moved.begin(), moved.end(), pointer) != moved.end())
        unit_.error(s->at, "a pointer can be moved only once by an instruction; drop one ++ or --");
      moved.push_back(pointer);
    }
  }

  // ---- Commands

  void command() {
    const std::string what = fmt::format("{}[{}]", info_.mnemonic, info_.token);
    const bool moves = info_.pulls || info_.pushes;
    if (moves && !i_.xfer.present() && !i_.word.indirect_ref)
      unit_.error(i_.at,
                  fmt::format("{} moves data: it needs a transfer register, not '--'", what));
    if (i_.xfer.is_register()) {
      declared_order(what);
      sides(what);
    }
    if (i_.xfer.kind == Slot::Kind::Fixed) fixed_transfer(what);
    signal(what, moves);
  }

  void declared_order(const std::string& what) {
    const std::vector<RegisterId> all = transfer_registers(unit_, i_);
    const auto missing = std::find(all.begin(), all.end(), kNothing);
    if (missing == all.end()) return;
    const Register& base = unit_.registers[i_.xfer.reg];
    const auto have = static_cast<size_t>(missing - all.begin());
    unit_.error(
        i_.xfer.at,
        fmt::format(
            "{} moves {} transfer registers from {} on, and {}; declare them in one .xfer_order",
            what, all.size(), base.name,
            base.order == kNothing ? std::string("no order says which follow it")
                                   : fmt::format("its .xfer_order has only {} from there", have)));
    unit_.note_place("declared here", base.declared);
  }

  void sides(const std::string& what) {
    for (RegisterId r : transfer_registers(unit_, i_)) {
      if (r == kNothing) continue;
      const Register& reg = unit_.registers[r];
      if (info_.pulls && reg.read_only)
        return unit_.error(
            i_.xfer.at,
            fmt::format("{} takes its data from {}, which is declared 'read'", what, reg.name));
      if (info_.pushes && reg.write_only)
        return unit_.error(i_.xfer.at, fmt::format("{} delivers into {}, which is declared 'write'",
                                                   what, reg.name));
    }
  }

  void fixed_transfer(const std::string& what) {
    const unsigned first = i_.xfer.fixed.number, count = transfer_count(i_);
    if (first + count > unit_.registers_per_bank())
      unit_.error(i_.xfer.at, fmt::format("{} moves {} registers, but a context has only {}", what,
                                          count, unit_.registers_per_bank()));
    if (info_.cls == InstrClass::Dram && first % 2)
      unit_.error(i_.xfer.at,
                  fmt::format("{} moves quadwords: its first register must be even", what));
  }

  void signal(const std::string& what, bool moves) {
    if (info_.two_signals && swaps_context(i_) && i_.signal.kind != SignalRef::Kind::None)
      unit_.error(i_.signal.at, fmt::format("{} completes with two signals, and ctx_swap waits for "
                                            "one; use sig_done[s] and ctx_arb[s]",
                                            what));
    if (info_.two_signals && i_.signal.kind == SignalRef::Kind::Fixed && i_.signal.id % 2)
      unit_.error(i_.signal.at, fmt::format("{} completes with two signals: s{} must be even", what,
                                            i_.signal.id));
    if (moves && i_.signal.kind == SignalRef::Kind::None)
      unit_.warning(i_.at, fmt::format("{} has no signal, so nothing tells when its transfer "
                                       "registers are {}; add sig_done[s] or ctx_swap[s]",
                                       what, info_.pushes ? "filled" : "free again"));
  }

  Unit& unit_;
  const Instr& i_;
  const mev2::OpcodeInfo& info_;
};

// br_signal tests one number; a pair has two.
void half_tested_pairs(Unit& unit) {
  std::vector<const Instr*> pair(unit.signals.size());
  for (const Instr& i : unit.code)
    if (i.info().two_signals && i.signal.kind == SignalRef::Kind::Virtual) pair[i.signal.id] = &i;
  for (const Instr& i : unit.code) {
    if (i.info().is_command || i.signal.kind != SignalRef::Kind::Virtual || !pair[i.signal.id])
      continue;
    unit.warning(i.at, fmt::format("signal {} is a pair, and this tests only the first of the two; "
                                   "wait for both with ctx_arb",
                                   unit.signals[i.signal.id].name));
    unit.note_place("this command completes with two signals", pair[i.signal.id]->at);
  }
}

// A context that waits for a signal without a sender sleeps forever.
void unsent_signals(Unit& unit) {
  std::vector<bool> sent(unit.signals.size());
  for (const Instr& i : unit.code) {
    if (i.info().is_command && i.signal.kind == SignalRef::Kind::Virtual) sent[i.signal.id] = true;
    for (const Hint& h : i.hints)
      if (h.is_signal) sent[h.id] = true;
  }
  std::vector<bool> said(unit.signals.size());
  for (const Instr& i : unit.code)
    for (const SignalRef& s : i.waits) {
      if (s.kind != SignalRef::Kind::Virtual || sent[s.id] || said[s.id]) continue;
      const Signal& g = unit.signals[s.id];
      if (g.everywhere() || g.pinned) continue;
      said[s.id] = true;
      unit.warning(s.at, fmt::format("nothing here sends signal {}: no command names it and &{} is "
                                     "not taken; if another program does, declare "
                                     "it visible or volatile",
                                     g.name, g.name));
    }
}

} // namespace

void check_instructions(Unit& unit) {
  for (size_t n = 0; n < unit.code.size(); ++n)
    InstructionRules(unit, unit.code[n]).run();
  unsent_signals(unit);
  half_tested_pairs(unit);
}

namespace {

// The command in flight to whose signal pair a physical signal belongs; null: none.
const Instr* command_of_half(const Unit& unit, const Liveness& live, uint32_t n, unsigned signal) {
  const Instr* found = nullptr;
  live.commands_in[n].each([&](size_t k) {
    const Instr& c = unit.code[k];
    if (c.info().two_signals && c.signal.kind == SignalRef::Kind::Fixed &&
        (c.signal.id | 1) == (signal | 1))
      found = &c;
  });
  return found;
}

} // namespace

void check_halves(Unit& unit, const Liveness& live) {
  Bits named(16); // in waits and tests
  const auto note = [&](const SignalRef& s) {
    if (s.kind == SignalRef::Kind::Fixed) named.set(s.id);
  };
  for (const Instr& i : unit.code) {
    if (!i.info().is_command) note(i.signal);
    for (const SignalRef& s : i.waits)
      note(s);
  }
  for (uint32_t n = 0; n < unit.code.size(); ++n) {
    const Instr& i = unit.code[n];
    std::vector<SignalRef> all = i.waits;
    if (!i.info().is_command) all.push_back(i.signal);
    for (const SignalRef& s : all) {
      if (s.kind != SignalRef::Kind::Fixed || named.test(s.id ^ 1)) continue;
      const Instr* command = command_of_half(unit, live, n, s.id);
      if (!command) continue;
      const unsigned first = s.id & ~1u;
      unit.error(s.at, fmt::format("{}[{}] completes with s{} and s{}, and this is for s{} alone; "
                                   "wait for both: ctx_arb[s{}, s{}]",
                                   command->info().mnemonic, command->info().token, first,
                                   first + 1, s.id, first, first + 1));
      unit.note_place("the command", command->at);
    }
  }
}

void check_transfers(Unit& unit, const Liveness& live) {
  for (uint32_t n = 0; n < unit.code.size(); ++n)
    for (const Access& a : live.accesses[n]) {
      if (a.by_unit || !unit.registers[a.reg].transfer()) continue;
      uint32_t culprit = kNothing;
      live.commands_in[n].each([&](size_t command) {
        for (const Access& moved : live.accesses[command])
          if (moved.by_unit && moved.reg == a.reg && moved.side == a.side)
            culprit = static_cast<uint32_t>(command);
      });
      if (culprit == kNothing) continue;
      const std::string& name = unit.registers[a.reg].name;
      unit.warning(
          unit.code[n].at,
          a.write
              ? fmt::format("{} is written while a command may still be taking it; wait for its "
                            "signal first",
                            name)
              : fmt::format(
                    "{} is read while a command may still be filling it; wait for its signal first",
                    name));
      unit.note_place("the command", unit.code[culprit].at);
    }
}

} // namespace mecc::mc

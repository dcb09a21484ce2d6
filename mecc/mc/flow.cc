#include "mecc/mc/flow.h"

#include <algorithm>

namespace mecc::mc {

using mev2::Completion;
using mev2::InstrClass;
using mev2::Opcode;
using mev2::ShiftKind;

bool swaps_context(const Instr& i) {
  return i.op() == Opcode::CTX_ARB ||
         (i.info().is_command && i.word.completion != Completion::NoSwap);
}

bool is_control(const Instr& i) {
  return i.info().is_branch || swaps_context(i);
}

static bool is_kill(const Instr& i) {
  return i.op() == Opcode::CTX_ARB && i.word.any && i.waits.empty() && i.word.signals == 0;
}

bool never_falls_through(const Instr& i) {
  return i.op() == Opcode::BR || i.op() == Opcode::JUMP || is_kill(i) ||
         (i.op() == Opcode::CTX_ARB && i.word.has_target);
}

bool uses_condition_codes(const Instr& i) {
  if (i.info().cls == InstrClass::Alu)
    return i.op() == Opcode::ALU_ADD_CARRY || i.op() == Opcode::ALU_SUB_CARRY;
  return i.info().cls == InstrClass::Branch && i.info().mnemonic.size() == 3;
}

bool sets_condition_codes(const Instr& i) {
  if (i.info().cls == InstrClass::LdField) return i.word.load_cc;
  return i.info().sets_cc;
}

bool sets_codes_of(const Unit& unit, const Instr& i, const Slot& value) {
  if (!sets_condition_codes(i) ||
      (i.info().cls != InstrClass::Alu && i.info().cls != InstrClass::AluShf))
    return false;
  const auto is_value = [&](const Slot& s) {
    if (s.kind != value.kind) return false;
    // A write of a transfer register does not change the side that instructions read.
    return s.is_register() ? s.reg == value.reg && unit.registers[s.reg].file == File::Gpr
                           : s.kind == Slot::Kind::Fixed && s.fixed == value.fixed;
  };
  if (i.op() == Opcode::ALU_B && is_value(i.right)) return true;
  // ffs and pop_count set the codes for their operands.
  return i.op() != Opcode::FFS && !i.info().mnemonic.starts_with("pop_count") && is_value(i.dst);
}

std::vector<SignalRef> consumed_signals(const Instr& i) {
  if (i.op() == Opcode::CTX_ARB) return i.word.any ? std::vector<SignalRef>{} : i.waits;
  if (i.signal.kind == SignalRef::Kind::None) return {};
  if (i.op() == Opcode::BR_SIGNAL || i.op() == Opcode::BR_NOT_SIGNAL || swaps_context(i))
    return {i.signal};
  return {};
}

bool needs_predecessor(const Instr& i) {
  const bool indirect =
      i.word.shift == ShiftKind::LeftIndirect || i.word.shift == ShiftKind::RightIndirect;
  switch (i.op()) {
  case Opcode::ASR:
  case Opcode::BYTE_ALIGN_BE:
  case Opcode::BYTE_ALIGN_LE:
  case Opcode::CAP_FAST_WR_ALU:
  case Opcode::POP_COUNT2:
  case Opcode::POP_COUNT3: return true;
  default: break;
  }
  if (i.info().cls == InstrClass::Mult) return i.op() != Opcode::MUL_START;
  return indirect || i.word.indirect_ref;
}

namespace {

struct Builder {
  const Unit& unit;
  Flow& flow;
  uint32_t size;

  void edge(uint32_t from, uint32_t to, uint32_t consumer = kNothing) {
    if (to >= size) {
      flow.falls_off_end = true;
      return;
    }
    for (Edge& e : flow.next[from])
      if (e.to == to) { // several edges to the same node: only signals that all of them consume are
                        // certainly consumed
        if (e.consumer != consumer) e.consumer = kNothing;
        return;
      }
    flow.next[from].push_back({to, consumer});
  }

  void to_label(uint32_t from, LabelUseId use, uint32_t consumer = kNothing) {
    if (use == kNothing) return;
    const LabelId l = unit.label_uses[use].label;
    if (l != kNothing) edge(from, unit.labels[l].node, consumer);
  }

  // jump[register, base#]: the listed targets, else the branches at the base, else every labelled
  // instruction after it.
  void jump(uint32_t from, const Instr& i) {
    if (!i.jump_targets.empty()) {
      for (LabelUseId t : i.jump_targets)
        to_label(from, t);
      return;
    }
    const LabelId base = unit.target_of(i);
    if (base == kNothing) return;
    uint32_t n = unit.labels[base].node;
    bool table = false;
    while (n < size && unit.code[n].op() == Opcode::BR) {
      table = true;
      edge(from, n);
      n += 1u + unit.code[n].word.defer;
    }
    if (table) return;
    for (const LabelDefinition& d : unit.labels)
      if (d.node != kNothing && d.node >= unit.labels[base].node && d.node < size)
        edge(from, d.node);
  }

  // rtn[register]: the listed targets, else every label whose address is loaded into that register,
  // or else into any register.
  void return_to(uint32_t from, const Instr& i) {
    for (LabelUseId t : i.jump_targets)
      to_label(from, t);
    if (!i.jump_targets.empty()) return;
    bool found = false;
    for (const bool same_register : {true, false}) {
      for (const Instr& j : unit.code) {
        if (j.op() != Opcode::IMMED || j.target == kNothing) continue;
        if (same_register &&
            !(j.dst.is_register() && i.left.is_register() && j.dst.reg == i.left.reg))
          continue;
        found = true;
        to_label(from, j.target);
      }
      if (found) break;
    }
    for (const LabelDefinition& d : unit.labels)
      if (d.address_taken && d.node < size) edge(from, d.node);
  }

  void control(uint32_t from, uint32_t branch) {
    const Instr& i = unit.code[branch];
    const uint32_t consumer = consumed_signals(i).empty() ? kNothing : branch;
    if (i.op() == Opcode::JUMP) {
      if (i.target == kNothing)
        return_to(from, i);
      else
        jump(from, i);
    } else if (i.info().is_branch) {
      const bool on_taken = i.op() == Opcode::BR_SIGNAL;
      if (!never_falls_through(i)) edge(from, from + 1, on_taken ? kNothing : consumer);
      to_label(from, i.target, on_taken ? consumer : kNothing);
    } else if (i.op() == Opcode::CTX_ARB && i.word.has_target) {
      to_label(from, i.target, consumer);
    } else if (!is_kill(i)) {
      edge(from, from + 1, consumer);
    }
  }

  void run() {
    uint32_t owner = kNothing;
    unsigned slots = 0;
    for (uint32_t n = 0; n < size; ++n) {
      const Instr& i = unit.code[n];
      if (owner != kNothing) {
        flow.slot_of[n] = owner;
        --slots;
      }
      if (is_control(i)) {
        owner = n;
        slots = i.word.defer;
      }
      if (owner != kNothing && slots == 0) {
        flow.decides[n] = owner;
        control(n, owner);
        owner = kNothing;
      } else {
        edge(n, n + 1);
      }
    }
  }
};

// rtn, or br that loads the return address in its defer slots.
bool calls_or_returns(const Unit& unit, const Flow& flow, uint32_t n) {
  const uint32_t branch = flow.decides[n];
  if (branch == kNothing) return false;
  if (unit.code[branch].op() == Opcode::JUMP) return unit.code[branch].target == kNothing;
  for (uint32_t k = branch + 1; k <= n; ++k)
    if (unit.code[k].op() == Opcode::IMMED && unit.code[k].target != kNothing) return true;
  return false;
}

// Loop nesting by source order: a backward branch encloses everything up to its target.
void measure_depth(const Unit& unit, Flow& flow) {
  for (uint32_t n = 0; n < flow.next.size(); ++n)
    for (const Edge& e : calls_or_returns(unit, flow, n) ? std::vector<Edge>() : flow.next[n])
      if (e.to <= n)
        for (uint32_t k = e.to; k <= n; ++k)
          flow.depth[k] = std::min(flow.depth[k] + 1, 8u);
}

} // namespace

Flow build_flow(const Unit& unit) {
  Flow flow;
  const size_t n = unit.code.size();
  flow.next.resize(n);
  flow.before.resize(n);
  flow.slot_of.assign(n, kNothing);
  flow.decides.assign(n, kNothing);
  flow.depth.assign(n, 0);
  Builder{unit, flow, static_cast<uint32_t>(n)}.run();
  for (uint32_t from = 0; from < n; ++from)
    for (const Edge& e : flow.next[from])
      flow.before[e.to].push_back(from);
  measure_depth(unit, flow);
  return flow;
}

std::vector<bool> condition_codes_live(const Unit& unit, const Flow& flow) {
  return solve_backward(flow, false, [&](uint32_t n, bool wanted) {
    const Instr& i = unit.code[n];
    return uses_condition_codes(i) || (wanted && !sets_condition_codes(i));
  });
}

std::optional<uint32_t> place_above(const Unit& unit, const Flow& flow, uint32_t n,
                                    const std::function<bool(uint32_t place)>& fits,
                                    const std::function<bool(const Instr&)>& passes) {
  for (uint32_t p = n;; --p) {
    const bool glued = p > 0 && (needs_predecessor(unit.code[p]) ||
                                 unit.code[p - 1].op() == mev2::Opcode::LOCAL_CSR_RD);
    if (flow.slot_of[p] == kNothing && !glued && fits(p)) return p;
    if (p == 0 || !unit.code[p].labels.empty() || !passes(unit.code[p - 1])) return std::nullopt;
  }
}

void insert(Unit& unit, uint32_t where, Instr i) {
  Instr& at = unit.code[where];
  i.labels = std::move(at.labels);
  i.hints = std::move(at.hints);
  i.points = std::move(at.points);
  at.labels.clear();
  at.points.clear();
  at.hints.clear();
  unit.code.insert(unit.code.begin() + where, std::move(i));
}

} // namespace mecc::mc

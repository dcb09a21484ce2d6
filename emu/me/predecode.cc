#include "emu/me/predecode.h"

#include "emu/me/execute.h"

namespace ixp::me {

using mev2::InstrClass;
using mev2::Instruction;
using mev2::Opcode;

namespace {
unsigned defer_of(const Instruction& i) {
  if (mev2::info(i.opcode).is_command)
    return i.completion == mev2::Completion::NoSwap ? 0 : static_cast<unsigned>(i.completion);
  return i.defer;
}
unsigned penalty_of(const Instruction& i, const Params& p) {
  if (mev2::info(i.opcode).is_branch) return branch_penalty(i.opcode, p);
  return static_cast<unsigned>(p.me_ctx_swap_penalty);
}
} // namespace

Predecoded::Predecoded()
    : words_(mev2::kMaxControlStoreWords), main_(mev2::kMaxControlStoreWords + 1) {}

Op Predecoded::make(const Core& core, unsigned address, bool in_slot) {
  Op op;
  op.address = within_store(address);
  op.fn = leave_slow;
  if (address >= mev2::kMaxControlStoreWords || words_[address].word == kAbsent) {
    op.kind = OpKind::Overrun;
    return op;
  }
  const Word& w = words_[address];
  if (!w.legal) {
    op.kind = OpKind::Illegal;
    return op;
  }
  if (in_slot && changes_flow(w.decoded)) {
    op.kind = OpKind::IllegalInSlot;
    return op;
  }
  if (!in_slot && address + 1 < words_.size() && words_[address + 1].legal &&
      !core.watch().marked(address) && !core.watch().marked(address + 1) && !core.check() &&
      select_clock_handler(w.decoded, words_[address + 1].decoded, op))
    return op;
  const mev2::OpcodeInfo& info = mev2::info(w.decoded.opcode);
  if (info.is_command) {
    op.kind = OpKind::Command;
    op.command = &commands_[w.command];
    select_command_handler(commands_[w.command], op);
  } else if (info.cls == InstrClass::CtxArb) {
    select_arb_handler(w.decoded, static_cast<unsigned>(core.params().me_ctx_swap_penalty), op);
  } else {
    select_handler(w.decoded, op);
  }
  if (info.is_branch) {
    op.lost = static_cast<uint8_t>(penalty_of(w.decoded, core.params()));
    if (w.decoded.opcode != Opcode::JUMP) op.target = at(w.decoded.target);
  }
  // Observers, and --uninitialised, whose state handlers do not maintain.
  if (core.watch().marked(address) || core.check()) op.fn = leave_slow;
  return op;
}

void Predecoded::measure_runs(std::vector<Op>& ops) const {
  for (size_t i = ops.size() - 1; i-- > 0;)
    if (ops[i + 1].kind <= OpKind::Command && !changes_flow(word(ops[i]).decoded))
      ops[i].run = static_cast<uint8_t>(std::min(255, ops[i + 1].run + 1));
}

// Copies the slots after a taken branch or a swap, then adds the continuation.
void Predecoded::add_slots(const Core& core, unsigned address) {
  const Instruction& i = words_[address].decoded;
  const unsigned defer = defer_of(i);
  if (defer == 0 || !changes_flow(i)) return;
  std::vector<Op>& copy = slots_.emplace_back();
  for (unsigned n = 1; n <= defer; ++n)
    copy.push_back(make(core, address + n, true));
  Op end;
  end.fn = leave_slow;
  end.lost = static_cast<uint8_t>(lost_slots(penalty_of(i, core.params()), defer));
  end.address = within_store(i.target);
  if (!mev2::info(i.opcode).is_branch) {
    end.kind = OpKind::SwapEnd;
    end.fn = swap_behind_slots;
    end.address = within_store(address + 1 + defer);
  } else if (i.opcode == Opcode::JUMP) {
    end.kind = OpKind::JumpEnd;
  } else {
    end.kind = OpKind::BranchEnd;
    end.fn = go_on;
    end.target = at(i.target);
  }
  copy.push_back(end);
  measure_runs(copy);
  Op& op = main_[address];
  if (op.kind == OpKind::Command)
    commands_[words_[address].command].slots = copy.data();
  else
    op.target = copy.data();
  op.lost = 0;
}

void Predecoded::decode(const Core& core, Word& w) {
  const auto i = mev2::decode(w.word, mode_, &w.why);
  if (!i) return;
  w.decoded = *i;
  w.legal = true;
  w.may_wait = may_need_shared_time(*i);
  if (!mev2::info(i->opcode).is_command) return;
  if (w.command == 0) { // a rewritten word keeps its index
    w.command = static_cast<uint16_t>(commands_.size());
    commands_.emplace_back();
  }
  commands_[w.command] = core.prepare(*i);
}

void Predecoded::update(const Core& core, const Op* position) {
  std::vector<Op> current; // the slots being executed
  for (std::vector<Op>& copy : slots_)
    if (position >= copy.data() && position < copy.data() + copy.size()) current = std::move(copy);
  slots_.clear();
  const bool mode_changed = mode_ != core.mode();
  mode_ = core.mode();
  version_ = core.store_version();
  for (unsigned a = 0; a < words_.size(); ++a) {
    Word& w = words_[a];
    if (w.word == core.store()[a] && !mode_changed) continue;
    const uint16_t command = w.command;
    w = {};
    w.word = core.store()[a];
    w.command = command;
    if (w.word != kAbsent) decode(core, w);
  }
  for (unsigned a = 0; a < main_.size(); ++a)
    main_[a] = make(core, a, false);
  for (unsigned a = 0; a < words_.size(); ++a)
    if (words_[a].legal) add_slots(core, a);
  measure_runs(main_);
  // The slots in execution keep their last op, which continues elsewhere; their instructions are
  // decoded again.
  for (Op& op : current)
    if (op.kind < OpKind::SwapEnd) op = make(core, op.address, true);
  if (!current.empty()) slots_.push_back(std::move(current));
}

} // namespace ixp::me

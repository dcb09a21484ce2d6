#include "mecc/lower/debug_keep.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

using namespace llvm;

namespace mecc::lower {

namespace {

constexpr unsigned kTrials = 64, kMostTrials = 256; // without and with conditions
constexpr unsigned kEnough = 16, kLeast = 4;        // in agreement

struct Word {
  uint64_t value = 0;
  unsigned bits = 0; // 0: a constant
};

uint64_t low(uint64_t v, unsigned bits) {
  return bits == 0 || bits >= 64 ? v : v & ((uint64_t{1} << bits) - 1);
}

// Replaces the last two words by their result. False: not an operation that optimisers generate.
bool operate(uint64_t op, SmallVectorImpl<Word>& stack) {
  if (stack.size() < 2) return false;
  const Word b = stack.pop_back_val();
  Word& a = stack.back();
  a.bits = std::max(a.bits, b.bits);
  const unsigned width = a.bits ? a.bits : 32;
  switch (op) {
  case dwarf::DW_OP_plus: a.value += b.value; break;
  case dwarf::DW_OP_minus: a.value -= b.value; break;
  case dwarf::DW_OP_mul: a.value *= b.value; break;
  case dwarf::DW_OP_and: a.value &= b.value; break;
  case dwarf::DW_OP_or: a.value |= b.value; break;
  case dwarf::DW_OP_xor: a.value ^= b.value; break;
  case dwarf::DW_OP_shl: a.value = b.value < width ? a.value << b.value : 0; break;
  case dwarf::DW_OP_shr: a.value = b.value < width ? a.value >> b.value : 0; break;
  case dwarf::DW_OP_shra:
    a.value =
        static_cast<uint64_t>(SignExtend64(a.value, width) >> std::min<uint64_t>(b.value, 63));
    break;
  default: return false;
  }
  a.value = low(a.value, a.bits);
  return true;
}

// Computes an expression of debug information; empty if it has other operations.
std::optional<uint64_t> computed(const DIExpression& e, ArrayRef<Word> operands) {
  SmallVector<Word, 4> stack;
  const auto has_list = [](const auto& step) { return step.getOp() == dwarf::DW_OP_LLVM_arg; };
  if (none_of(e.expr_ops(), has_list)) stack.push_back(operands.front());
  for (const auto& step : e.expr_ops()) {
    switch (const uint64_t op = step.getOp()) {
    case dwarf::DW_OP_LLVM_arg: stack.push_back(operands[step.getArg(0)]); break;
    case dwarf::DW_OP_constu:
    case dwarf::DW_OP_consts: stack.push_back({step.getArg(0), 0}); break;
    case dwarf::DW_OP_plus_uconst:
      stack.back().value = low(stack.back().value + step.getArg(0), stack.back().bits);
      break;
    case dwarf::DW_OP_LLVM_convert: {
      Word& w = stack.back();
      const unsigned bits = static_cast<unsigned>(step.getArg(0));
      const bool is_signed = step.getArg(1) == dwarf::DW_ATE_signed;
      if (bits > w.bits && w.bits && is_signed)
        w.value = static_cast<uint64_t>(SignExtend64(w.value, w.bits));
      w = {low(w.value, bits), bits};
      break;
    }
    case dwarf::DW_OP_stack_value:
    case dwarf::DW_OP_LLVM_fragment: break;
    default:
      if (!operate(op, stack)) return {};
    }
  }
  return stack.back().value;
}

} // namespace

template <typename Add>
std::vector<DebugValuesBefore::Shown> DebugValuesBefore::shown(Function& f, Add add) {
  std::vector<Shown> out;
  for (Instruction& i : instructions(f))
    for (DbgVariableRecord& r : filterDbgVars(i.getDbgRecordRange())) {
      if (!r.isDbgValue() || r.isKillLocation()) continue;
      Shown s{&r, DebugVariable(&r), r.getExpression(), {}, 0, &i, i.getParent()};
      s.bits = r.getFragmentSizeInBits().value_or(32);
      for (Value* v : r.location_ops())
        s.nodes.push_back(add(*v));
      out.push_back(std::move(s));
    }
  return out;
}

DebugValuesBefore::DebugValuesBefore(Function& f) {
  if (!f.getSubprogram()) return;
  trials_ = std::make_unique<ValueTrials>(f);
  before_ = shown(f, [&](Value& v) { return trials_->before(v); });
  add_conditions(f);
  trials_->keep_inputs();
}

// Branches on the path to a block. InstCombine uses their conditions.
void DebugValuesBefore::add_conditions(Function& f) {
  DominatorTree tree(f);
  for (const Shown& s : before_) {
    const BasicBlock* block = cast<Instruction>(s.at)->getParent();
    const auto [known, is_new] = conditions_.try_emplace(block);
    const DomTreeNode* node = is_new ? tree.getNode(block) : nullptr;
    for (; node && node->getIDom(); node = node->getIDom()) {
      const BasicBlock* above = node->getIDom()->getBlock();
      const auto* branch = dyn_cast<BranchInst>(above->getTerminator());
      if (!branch || !branch->isConditional()) continue;
      for (const unsigned edge : {0u, 1u})
        if (tree.dominates(BasicBlockEdge(above, branch->getSuccessor(edge)), block))
          known->second.emplace_back(trials_->before(*branch->getCondition()), edge == 0);
    }
  }
}

// Conditions on inputs that the values depend on.
DebugValuesBefore::Conditions DebugValuesBefore::relevant(const Shown& s) const {
  std::set<unsigned> inputs;
  for (const unsigned node : s.nodes)
    inputs.merge(trials_->inputs_before(node, true));
  Conditions out;
  for (const auto& c : conditions_.at(s.block))
    if (any_of(trials_->inputs_before(c.first, false),
               [&](unsigned input) { return inputs.count(input) != 0; }))
      out.push_back(c);
  return out;
}

bool DebugValuesBefore::hold(const Conditions& conditions) {
  return all_of(conditions, [&](const auto& c) {
    const ValueTrials::Result r = trials_->value(0, c.first);
    return !r.poison && (r.value != 0) == c.second;
  });
}

std::vector<DebugValuesBefore::Pair> DebugValuesBefore::pairs(const std::vector<Shown>& now) const {
  std::multimap<DebugVariable, const Shown*> by_variable;
  std::map<const DbgVariableRecord*, const Shown*> by_record;
  for (const Shown& s : before_) {
    by_variable.emplace(s.variable, &s);
    by_record[s.record] = &s;
  }
  std::vector<Pair> out;
  for (const Shown& s : now) {
    if (const auto same = by_record.find(s.record);
        same != by_record.end() && same->second->variable == s.variable) {
      out.push_back({same->second, &s});
      continue;
    }
    const auto [first, last] = by_variable.equal_range(s.variable); // of a copy
    for (auto i = first; i != last; ++i)
      out.push_back({i->second, &s});
  }
  return out;
}

void DebugValuesBefore::end_changed(Function& f) {
  if (before_.empty()) return;
  const std::vector<Shown> now = shown(f, [&](Value& v) { return trials_->after(v); });
  trials_->match_inputs();
  std::vector<Pair> compared = pairs(now);
  std::vector<Pair*> all, doubtful;
  for (Pair& p : compared)
    all.push_back(&p);
  compare(all, kTrials);
  for (Pair& p : compared)
    if (p.differs) {
      p.conditions = relevant(*p.before);
      if (p.conditions.empty()) continue;
      p.differs = false;
      p.agreed = 0;
      doubtful.push_back(&p);
    }
  compare(doubtful, kMostTrials);
  std::set<const Shown*> same;
  for (const Pair& p : compared) {
    if (!p.differs && p.agreed >= kLeast) same.insert(p.now);
    if (p.before->record == p.now->record) end_before(p);
  }
  for (const Shown& s : now)
    if (!same.count(&s)) const_cast<DbgVariableRecord*>(s.record)->setKillLocation();
}

// InstCombine moves a record behind the instruction that it names. The variable's earlier value
// ends where the record was.
void DebugValuesBefore::end_before(const Pair& p) {
  auto* from = cast_or_null<Instruction>(p.before->at);
  const auto* to = cast_or_null<Instruction>(p.now->at);
  if (!from || !to || from->getParent() != to->getParent() || !from->comesBefore(to)) return;
  auto* unknown = cast<DbgVariableRecord>(const_cast<DbgVariableRecord*>(p.now->record)->clone());
  unknown->setKillLocation();
  from->getParent()->insertDbgRecordBefore(unknown, from->getIterator());
}

// The shown value, its operands if it has no computable expression; and whether it is defined.
std::pair<std::vector<uint64_t>, bool> DebugValuesBefore::value(unsigned graph, const Shown& s) {
  SmallVector<Word, 2> operands;
  bool defined = true;
  for (const unsigned node : s.nodes) {
    const ValueTrials::Result r = trials_->value(graph, node);
    defined &= !r.poison;
    operands.push_back({r.value, trials_->bits(graph, node)});
  }
  if (const auto v = computed(*s.expression, operands))
    return {{low(*v, static_cast<unsigned>(s.bits))}, defined};
  std::vector<uint64_t> values = {reinterpret_cast<uintptr_t>(s.expression)};
  for (const Word& w : operands)
    values.push_back(w.value);
  return {values, defined};
}

void DebugValuesBefore::compare(std::vector<Pair*> pairs, unsigned trials) {
  for (unsigned trial = 0; trial < trials && !pairs.empty(); ++trial) {
    trials_->begin(trial);
    for (Pair* p : pairs)
      compare(*p);
    erase_if(pairs, [](const Pair* p) { return p->differs || p->agreed == kEnough; });
  }
}

void DebugValuesBefore::compare(Pair& p) {
  if (!hold(p.conditions)) return;
  const auto [before, defined] = value(0, *p.before);
  if (!defined) return;
  p.differs = value(1, *p.now) != std::pair{before, true};
  ++p.agreed;
}

} // namespace mecc::lower

#include "mecc/lower/debug_watch.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

using namespace llvm;

namespace mecc::lower {

namespace {

Function* function_of(const Any& ir) {
  if (const auto* f = any_cast<const Function*>(&ir)) return const_cast<Function*>(*f);
  if (const auto* loop = any_cast<const Loop*>(&ir)) return (*loop)->getHeader()->getParent();
  return nullptr;
}

// The variable, or the pointer to an unknown one, that the instruction writes; null: none.
const Value* written(const Instruction& i) {
  if (const auto* store = dyn_cast<StoreInst>(&i))
    return getUnderlyingObject(store->getPointerOperand());
  if (const auto* memory = dyn_cast<MemIntrinsic>(&i))
    return getUnderlyingObject(memory->getDest());
  return nullptr;
}

const Value* condition(const BasicBlock& b) {
  const auto* branch = dyn_cast_or_null<BranchInst>(b.getTerminator());
  return branch && branch->isConditional() ? branch->getCondition() : nullptr;
}

// Whether `whole` joins `part`, or its negation, with other conditions.
bool joins(const Value* whole, const Value* part) {
  using namespace PatternMatch;
  if (!whole || (!match(whole, m_LogicalAnd()) && !match(whole, m_LogicalOr()))) return false;
  return any_of(cast<Instruction>(whole)->operands(), [&](const Use& u) {
    return u == part || match(u.get(), m_Not(m_Specific(part))) || joins(u, part);
  });
}

// Calls f(record, point) for each label of a print or assertion.
template <class F> void for_points(BasicBlock& b, F f) {
  for (Instruction& i : b)
    for (DbgRecord& r : make_early_inc_range(i.getDbgRecordRange()))
      if (auto* label = dyn_cast<DbgLabelRecord>(&r);
          label && label->getLabel()->getName().starts_with("ixp_debug."))
        f(*label, std::pair{label->getLabel(), label->getDebugLoc()->getInlinedAt()});
}

} // namespace

DebugWatch::DebugWatch(PassInstrumentationCallbacks& calls) {
  calls.registerBeforeNonSkippedPassCallback([this](StringRef pass, Any ir) {
    Function* f = isSpecialPass(pass, {"PassManager", "PassAdaptor"}) ? nullptr : function_of(ir);
    before_.emplace_back();
    if (!f) return;
    Before& before = before_.back();
    before = {f, stores(*f), branches(*f), {}, {}};
    if (pass != "SimplifyCFGPass") return;
    before.records = records(*f);
    before.copies = copies(*f);
  });
  calls.registerAfterPassCallback(
      [this](StringRef pass, Any, const PreservedAnalyses&) { after(pass); });
  calls.registerAfterPassInvalidatedCallback( // the loop is gone
      [this](StringRef pass, const PreservedAnalyses&) { after(pass); });
}

void DebugWatch::after(StringRef pass) {
  const Before& before = before_.back();
  end_changed(before.stores, pass);
  drop_joined(before.branches);
  if (!before.records.empty()) end_passed(before.records, *before.function);
  if (!before.copies.empty()) join_copies(before.copies, *before.function);
  before_.pop_back();
}

std::vector<DebugWatch::Store> DebugWatch::stores(Function& f) {
  std::vector<AllocaInst*> variables;
  for (Instruction& i : f.getEntryBlock())
    if (auto* a = dyn_cast<AllocaInst>(&i); a && !findDVRDeclares(a).empty())
      variables.push_back(a);
  std::vector<Store> out;
  if (variables.empty()) return out;
  for (Instruction& i : instructions(f)) {
    const Value* object = written(i);
    if (!object) continue;
    const bool unknown = !isIdentifiedObject(object);
    if (!unknown && !isa<AllocaInst>(object)) continue;
    for (AllocaInst* a : variables)
      if (unknown || object == a) out.push_back({a, &i, i.getParent()});
  }
  return out;
}

void DebugWatch::end_changed(const std::vector<Store>& before, StringRef pass) {
  for (const Store& s : before) {
    const auto* store = cast_or_null<Instruction>(s.store);
    // Other passes move stores only together with their blocks.
    const bool moved = store && pass == "LICMPass" && store->getParent() != s.block;
    if (!s.variable || (store && !moved)) continue;
    for (DbgVariableRecord* r : findDVRDeclares(s.variable))
      r->eraseFromParent();
  }
}

std::vector<DebugWatch::Branch> DebugWatch::branches(Function& f) {
  std::vector<Branch> out;
  if (!f.getParent()->getNamedMetadata("mecc.debug_points")) return out;
  for (BasicBlock& b : f) {
    const Value* c = condition(b);
    if (!c) continue;
    out.push_back({&b, const_cast<Value*>(c), {}});
    for_points(b, [&](DbgLabelRecord&, const Point& p) { out.back().points.insert(p); });
  }
  return out;
}

void DebugWatch::drop_joined(const std::vector<Branch>& before) {
  for (const Branch& b : before) {
    auto* block = cast_or_null<BasicBlock>(b.block);
    if (!block || !b.condition || !joins(condition(*block), b.condition)) continue;
    for_points(*block, [&](DbgLabelRecord& label, const Point& p) {
      if (!b.points.count(p)) label.eraseFromParent();
    });
  }
}

DebugWatch::Records DebugWatch::records(Function& f) {
  Records out;
  for (Instruction& i : instructions(f))
    for (DbgVariableRecord& r : filterDbgVars(i.getDbgRecordRange())) {
      if (!r.isDbgValue() || r.getNumVariableLocationOps() != 1) continue;
      auto* phi = dyn_cast_or_null<PHINode>(r.getVariableLocationOp(0));
      if (!phi || phi->getParent() == i.getParent()) continue;
      Phi& before = out[&r];
      before.phi = phi;
      for (unsigned n = 0; n < phi->getNumIncomingValues(); ++n)
        before.incoming.push_back({phi->getIncomingValue(n), phi->getIncomingBlock(n)});
    }
  return out;
}

DebugWatch::Copies DebugWatch::copies(Function& f) {
  Copies most;
  if (!f.getParent()->getNamedMetadata("mecc.debug_points")) return most;
  for (BasicBlock& b : f) {
    Copies here;
    for_points(b, [&](DbgLabelRecord&, const Point& p) { most[p] = std::max(most[p], ++here[p]); });
  }
  return most;
}

void DebugWatch::join_copies(const Copies& before, Function& f) {
  for (BasicBlock& b : f) {
    Copies here;
    for_points(b, [&](DbgLabelRecord& label, const Point& p) {
      const auto most = before.find(p);
      if (most != before.end() && ++here[p] > most->second) label.eraseFromParent();
    });
  }
}

void DebugWatch::end_passed(const Records& before, Function& f) {
  const DominatorTree tree(f);
  for (Instruction& i : instructions(f))
    for (DbgVariableRecord& r : filterDbgVars(i.getDbgRecordRange())) {
      const auto found = before.find(&r);
      if (found == before.end() || r.isKillLocation()) continue;
      const Value* now = r.getVariableLocationOp(0);
      const auto is_now = [&](const Incoming& in) { return in.value == now; };
      const auto comes_from = [&](const Incoming& in) {
        return is_now(in) && in.block && tree.dominates(cast<BasicBlock>(in.block), i.getParent());
      };
      const std::vector<Incoming>& incoming = found->second.incoming;
      const bool good = now == found->second.phi
                            ? tree.dominates(cast<PHINode>(now), &i)
                            : all_of(incoming, is_now) || any_of(incoming, comes_from);
      if (!good) r.setKillLocation();
    }
}

} // namespace mecc::lower

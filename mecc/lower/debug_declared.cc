#include "mecc/lower/debug_declared.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

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

} // namespace

DeclaredVariables::DeclaredVariables(PassInstrumentationCallbacks& calls) {
  calls.registerBeforeNonSkippedPassCallback([this](StringRef pass, Any ir) {
    Function* f = isSpecialPass(pass, {"PassManager", "PassAdaptor"}) ? nullptr : function_of(ir);
    before_.push_back(f ? stores(*f) : std::vector<Store>());
  });
  calls.registerAfterPassCallback(
      [this](StringRef pass, Any, const PreservedAnalyses&) { end_changed(pass); });
  calls.registerAfterPassInvalidatedCallback( // the loop is gone
      [this](StringRef pass, const PreservedAnalyses&) { end_changed(pass); });
}

std::vector<DeclaredVariables::Store> DeclaredVariables::stores(Function& f) {
  std::vector<AllocaInst*> variables;
  for (Instruction& i : f.getEntryBlock())
    if (auto* a = dyn_cast<AllocaInst>(&i); a && !findDVRDeclares(a).empty())
      variables.push_back(a);
  std::vector<Store> out;
  if (variables.empty()) return out;
  for (Instruction& i : instructions(f))
    if (const Value* object = written(i))
      for (AllocaInst* a : variables)
        if (object == a || !isIdentifiedObject(object)) out.push_back({a, &i, i.getParent()});
  return out;
}

void DeclaredVariables::end_changed(StringRef pass) {
  for (const Store& s : before_.back()) {
    const auto* store = cast_or_null<Instruction>(s.store);
    // Other passes move stores only together with their blocks.
    const bool moved = store && pass == "LICMPass" && store->getParent() != s.block;
    if (!s.variable || (store && !moved)) continue;
    for (DbgVariableRecord* r : findDVRDeclares(s.variable))
      r->eraseFromParent();
  }
  before_.pop_back();
}

} // namespace mecc::lower

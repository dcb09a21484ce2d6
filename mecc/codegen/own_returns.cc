// Gives each predecessor with several successors its own copy of a block that only returns a PHI.
// Otherwise, if several forks lead to one return, each sets the result register before it forks,
// also when the other path is taken.
#include "mecc/codegen/improve.h"

#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace mecc::codegen {
namespace {

// The PHI that the block returns, if it does nothing else.
PHINode* returned(BasicBlock& block) {
  const auto* out = dyn_cast<ReturnInst>(block.getTerminator());
  auto* value = out && out->getReturnValue() ? dyn_cast<PHINode>(out->getReturnValue()) : nullptr;
  if (!value || value->getParent() != &block || !value->hasOneUse() ||
      std::next(block.phis().begin()) != block.phis().end() || block.getFirstNonPHIOrDbg() != out)
    return nullptr;
  return value;
}

void return_alone(BasicBlock& from, BasicBlock& to, const PHINode& value) {
  BasicBlock* own = BasicBlock::Create(to.getContext(), "return", to.getParent(), &to);
  auto* out = ReturnInst::Create(to.getContext(), value.getIncomingValueForBlock(&from), own);
  out->setDebugLoc(to.getTerminator()->getDebugLoc());
  Instruction& fork = *from.getTerminator();
  for (unsigned n = 0; n < fork.getNumSuccessors(); ++n)
    if (fork.getSuccessor(n) == &to) {
      fork.setSuccessor(n, own);
      to.removePredecessor(&from, /*KeepOneInputPHIs=*/true);
    }
}

} // namespace

PreservedAnalyses OwnReturnsPass::run(Function& f, FunctionAnalysisManager&) {
  if (f.getName() == "main") return PreservedAnalyses::all(); // its result is unused
  unsigned changed = 0;
  for (BasicBlock& block : make_early_inc_range(f)) {
    const PHINode* value = returned(block);
    if (!value) continue;
    SmallVector<BasicBlock*, 8> forks;
    for (BasicBlock* before : value->blocks())
      if (before->getTerminator()->getNumSuccessors() > 1 && !is_contained(forks, before))
        forks.push_back(before);
    for (BasicBlock* before : forks)
      if (value->getNumIncomingValues() > 1) {
        return_alone(*before, block, *value);
        ++changed;
      }
  }
  count(Optimisation::OwnReturns, settings_, changed);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace mecc::codegen

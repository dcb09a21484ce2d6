// A path that returns at once is expected to be the rarer one at a fork: a check that fails, a case
// that needs no work. The other path then goes on without a jump.
//
//   if (age > 63) return 1;                      bcs[old#]
//   ...                                          ...
#include "mecc/codegen/improve.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/ProfDataUtils.h"

using namespace llvm;

namespace mecc::codegen {
namespace {

constexpr uint32_t kReturns = 1, kGoesOn = 2; // times of each path

bool returns_at_once(const BasicBlock* block) {
  SmallPtrSet<const BasicBlock*, 8> seen;
  for (; const BasicBlock* next = block->getSingleSuccessor(); block = next)
    if (!seen.insert(block).second) return false; // a loop without an end
  return isa<ReturnInst>(block->getTerminator());
}

} // namespace

PreservedAnalyses EarlyReturnsPass::run(Function& f, FunctionAnalysisManager& analyses) {
  const LoopInfo& loops = analyses.getResult<LoopAnalysis>(f);
  MDBuilder weights(f.getContext());
  unsigned changed = 0;
  for (BasicBlock& block : f) {
    auto* fork = dyn_cast<BranchInst>(block.getTerminator());
    if (!fork || !fork->isConditional() || loops.getLoopFor(&block) || hasProfMD(*fork)) continue;
    const bool first = returns_at_once(fork->getSuccessor(0)),
               second = returns_at_once(fork->getSuccessor(1));
    if (first == second) continue;
    fork->setMetadata(
        LLVMContext::MD_prof,
        weights.createBranchWeights(first ? kReturns : kGoesOn, second ? kReturns : kGoesOn));
    ++changed;
  }
  count(Optimisation::EarlyReturns, settings_, changed);
  return PreservedAnalyses::all();
}

} // namespace mecc::codegen

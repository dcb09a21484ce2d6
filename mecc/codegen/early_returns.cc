// A path that returns at once is expected to be the rarer one at a fork: a check that fails, a case
// that needs no work. The other path then goes on without a jump. If both return at once after a
// comparison by size, a path that stores is expected to be rarer than one that does not (Wu and
// Larus, Static Branch Frequency and Program Profile Analysis, MICRO 1994: store heuristic); after
// a test for equality, values are expected to differ (opcode heuristic).
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

constexpr uint32_t kRare = 1, kFrequent = 2; // times of each path

// The lower, the more frequent.
enum class End : uint8_t { GoesOn, Returns, StoresAndReturns };
struct Path {
  End end;
  size_t size; // if it returns

  // If both return, the longer path did not return at once.
  bool is_rarer(const Path& other) const {
    return end == other.end ? size < other.size : end > other.end;
  }
};

Path path_from(const BasicBlock* block) {
  SmallPtrSet<const BasicBlock*, 8> seen;
  bool stores = false;
  size_t size = 0;
  const auto writes = [](const Instruction& i) { return i.mayWriteToMemory(); };
  for (const BasicBlock* next = block; next; next = block->getSingleSuccessor()) {
    block = next;
    if (!seen.insert(block).second) return {End::GoesOn, 0}; // a loop without an end
    stores |= any_of(*block, writes);
    size += block->sizeWithoutDebug() - range_size(block->phis());
  }
  if (!isa<ReturnInst>(block->getTerminator())) return {End::GoesOn, 0};
  return {stores ? End::StoresAndReturns : End::Returns, size};
}

} // namespace

PreservedAnalyses EarlyReturnsPass::run(Function& f, FunctionAnalysisManager& analyses) {
  const LoopInfo& loops = analyses.getResult<LoopAnalysis>(f);
  MDBuilder weights(f.getContext());
  unsigned changed = 0;
  for (BasicBlock& block : f) {
    auto* fork = dyn_cast<BranchInst>(block.getTerminator());
    if (!fork || !fork->isConditional() || loops.getLoopFor(&block) || hasProfMD(*fork)) continue;
    const Path first = path_from(fork->getSuccessor(0)), second = path_from(fork->getSuccessor(1));
    const auto* test = dyn_cast<ICmpInst>(fork->getCondition());
    const bool both = first.end != End::GoesOn && second.end != End::GoesOn;
    const bool equality = both && test && test->isEquality();
    const bool alike = first.is_rarer(second) == second.is_rarer(first);
    if (!equality && (alike || (both && !test))) continue;
    const bool first_rare =
        equality ? test->getPredicate() == ICmpInst::ICMP_EQ : first.is_rarer(second);
    fork->setMetadata(LLVMContext::MD_prof,
                      weights.createBranchWeights(first_rare ? kRare : kFrequent,
                                                  first_rare ? kFrequent : kRare));
    ++changed;
  }
  count(Optimisation::EarlyReturns, settings_, changed);
  return PreservedAnalyses::all();
}

} // namespace mecc::codegen

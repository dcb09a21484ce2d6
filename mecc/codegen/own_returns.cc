// Gives each predecessor with several successors its own copy of a block that only returns a PHI.
// Otherwise, if several forks lead to one return, each sets the result register before it forks,
// also when the other path is taken. A block with one or two more instructions is copied for all
// predecessors: their values need no common register, and the words fill the slots of the return.
// One with up to four is copied for predecessors that bring a constant: its word is saved.
#include "mecc/codegen/improve.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace mecc::codegen {
namespace {

constexpr unsigned kFew = 2;      // instructions in front of the return, copied for all ways
constexpr unsigned kMost = 4;     // for ways that bring a constant
constexpr unsigned kMostWays = 4; // to a block that is copied for all

// Number of instructions in front of the return of PHIs; none if the block does not end so soon.
std::optional<size_t> work_of(BasicBlock& block) {
  const auto* out = dyn_cast<ReturnInst>(block.getTerminator());
  if (!out || !out->getReturnValue() || block.phis().empty()) return std::nullopt;
  size_t work = 0;
  for (const Instruction& i : block.instructionsWithoutDebug()) {
    if (isa<PHINode>(i) || &i == out) continue;
    if (isa<CallBase>(i) || ++work > kMost) return std::nullopt;
  }
  const auto* value = dyn_cast<PHINode>(out->getReturnValue());
  const bool alone = value && value->getParent() == &block && value->hasOneUse() &&
                     std::next(block.phis().begin()) == block.phis().end();
  return work || alone ? std::optional(work) : std::nullopt;
}

bool brings_constant(BasicBlock& from, BasicBlock& to) {
  return any_of(to.phis(), [&](const PHINode& phi) {
    return isa<ConstantInt>(phi.getIncomingValueForBlock(&from));
  });
}

// True if the block with this much work is copied for the predecessor.
bool gets_copy(BasicBlock& from, BasicBlock& to, size_t work) {
  if (work == 0) return from.getTerminator()->getNumSuccessors() > 1;
  return (work <= kFew && pred_size(&to) <= kMostWays) || brings_constant(from, to);
}

void return_alone(BasicBlock& from, BasicBlock& to) {
  ValueToValueMapTy values;
  BasicBlock* own = CloneBasicBlock(&to, values, "", to.getParent());
  own->moveBefore(&to);
  for (PHINode& phi : to.phis()) {
    cast<PHINode>(values[&phi])->eraseFromParent();
    values[&phi] = phi.getIncomingValueForBlock(&from);
  }
  remapInstructionsInBlocks(own, values);
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
    const auto work = work_of(block);
    if (!work || (*work && f.hasOptSize())) continue;
    SmallSetVector<BasicBlock*, 8> ways;
    for (BasicBlock* before : block.phis().begin()->blocks())
      if (gets_copy(*before, block, *work)) ways.insert(before);
    for (BasicBlock* before : ways)
      if (!block.hasNPredecessors(1)) {
        return_alone(*before, block);
        ++changed;
      }
  }
  count(Optimisation::OwnReturns, settings_, changed);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace mecc::codegen

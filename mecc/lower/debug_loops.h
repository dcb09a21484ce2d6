// Passes for debug values of loops. A debug record after a loop can name a value of the loop that
// no later instruction uses. Full unrolling leaves such a record on the first copy of the value.
// Before, this pass replaces the value by its last one if that is a constant; otherwise the record
// loses its location.
#pragma once

#include <llvm/IR/PassManager.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>

namespace mecc::lower {

class EndLoopValues : public llvm::PassInfoMixin<EndLoopValues> {
public:
  llvm::PreservedAnalyses run(llvm::Function& f, llvm::FunctionAnalysisManager& analyses);
};

// LLVM's rotation of loops, which moves cheap instructions of a latch into the branch before it.
// The latch's records move with them, to a path that leaves the loop, too: they end there.
class RotateLoops : public llvm::PassInfoMixin<RotateLoops> {
public:
  llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& analyses,
                              llvm::LoopStandardAnalysisResults& results,
                              llvm::LPMUpdater& updater);

private:
  llvm::LoopRotatePass pass_;
};

} // namespace mecc::lower

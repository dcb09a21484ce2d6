// A debug record after a loop can name a value of the loop that no later instruction uses. Full
// unrolling leaves such a record on the first copy of the value. Before, this pass replaces the
// value by its last one if that is a constant; otherwise the record loses its location.
#pragma once

#include <llvm/IR/PassManager.h>

namespace mecc::lower {

class EndLoopValues : public llvm::PassInfoMixin<EndLoopValues> {
public:
  llvm::PreservedAnalyses run(llvm::Function& f, llvm::FunctionAnalysisManager& analyses);
};

} // namespace mecc::lower

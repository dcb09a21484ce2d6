// Records the argument values of ixp_print and ixp_assert at their points.
#pragma once

#include <llvm/IR/PassManager.h>

namespace mecc::lower {

class PinDebugPoints : public llvm::PassInfoMixin<PinDebugPoints> {
public:
  llvm::PreservedAnalyses run(llvm::Function& f, llvm::FunctionAnalysisManager&);
};

} // namespace mecc::lower

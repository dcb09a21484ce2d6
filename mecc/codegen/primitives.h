// Calls of external functions named __me_*: headers of the dialect use them, and the backend turns
// each into a single form (docs/compiler.md lists them).
#pragma once

#include "llvm/CodeGen/TargetLowering.h"

namespace mecc::codegen {

bool is_primitive(llvm::SDValue callee);

// Returns the chain; appends the call's results.
llvm::SDValue lower_primitive(llvm::TargetLowering::CallLoweringInfo&,
                              llvm::SmallVectorImpl<llvm::SDValue>& results);

} // namespace mecc::codegen

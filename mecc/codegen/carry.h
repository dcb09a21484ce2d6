// Sums with end-around carry: the one's complement arithmetic of Internet checksums.
#pragma once

#include "llvm/CodeGen/SelectionDAGNodes.h"

namespace llvm {
class SelectionDAG;
}

namespace mecc::codegen {

// Lowers an addition with carry out and optional carry in. The last addition of a chain (its carry
// out unused) becomes one MEv2ISD::SUM of all terms; others become comparisons.
llvm::SDValue lower_add_carry(llvm::SDValue, llvm::SelectionDAG&);

} // namespace mecc::codegen

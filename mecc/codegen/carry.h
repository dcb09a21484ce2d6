// Sums whose carries go round: the one's complement arithmetic of Internet checksums.
#pragma once

#include "llvm/CodeGen/SelectionDAGNodes.h"

namespace llvm {
class SelectionDAG;
}

namespace mecc::codegen {

// An addition with carry out, perhaps carry in. The last one of a chain (its carry out unwanted) becomes one
// MEv2ISD::SUM of all that the chain adds; other ones become comparisons.
llvm::SDValue lower_add_carry(llvm::SDValue, llvm::SelectionDAG&);

} // namespace mecc::codegen

#include "mecc/codegen/primitives.h"

namespace mecc::codegen {
bool is_primitive(llvm::SDValue) {
  return false;
}
llvm::SDValue lower_primitive(llvm::TargetLowering::CallLoweringInfo& c,
                              llvm::SmallVectorImpl<llvm::SDValue>&) {
  return c.Chain;
}
} // namespace mecc::codegen

// Shared GPRs: assignment of longwords of variables to absolute registers.
#pragma once

#include "mecc/codegen/mev2.h"
#include "mecc/image/image.h"

#include <map>
#include <vector>

namespace llvm {
class GlobalValue;
class GlobalVariable;
class Module;
} // namespace llvm

namespace mecc::codegen {

struct SharedGprs {
  std::map<const llvm::GlobalValue*, std::vector<unsigned>> places; // AbsA.., AbsB.. of each
                                                                    // longword
  std::vector<unsigned> given_up; // relative registers (A.., B..) unavailable to contexts
  const llvm::GlobalVariable* homeless = nullptr; // first variable that does not fit
  std::string names;                              // of all shared variables, if one does not fit:
                                                  // "a, b"
};

SharedGprs shared_gprs(const llvm::Module&, mev2::ContextMode);

// Adds symbols for their registers, and their initial values.
void describe_shared(const llvm::Module&, mev2::ContextMode, Image&);

} // namespace mecc::codegen

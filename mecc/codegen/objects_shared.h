// Shared GPRs: which absolute registers hold which longwords of which variables.
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
  std::map<const llvm::GlobalValue*, std::vector<unsigned>> places; // AbsA.., AbsB.. of longwords
  std::vector<unsigned> given_up; // relative registers (A.., B..) that contexts do without
  const llvm::GlobalVariable* homeless = nullptr; // the first for which none is left
  std::string names;                              // of all, when there is such: "a, b"
};

SharedGprs shared_gprs(const llvm::Module&, mev2::ContextMode);

// Says where they are, and what they hold at first.
void describe_shared(const llvm::Module&, mev2::ContextMode, Image&);

} // namespace mecc::codegen

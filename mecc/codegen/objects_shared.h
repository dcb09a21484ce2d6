// Shared GPRs: which absolute registers hold which longwords of which variables.
#pragma once

#include "mecc/codegen/mev2.h"

#include <map>
#include <vector>

namespace llvm {
class GlobalValue;
class Module;
} // namespace llvm

namespace mecc::codegen {

struct SharedGprs {
  std::map<const llvm::GlobalValue*, std::vector<unsigned>> places; // AbsA.., AbsB.. of longwords
  std::vector<unsigned> given_up; // relative registers (A.., B..) that contexts do without
  std::string names;              // of all, when exhausted: "a, b"
  bool exhausted = false;         // some variables have no place
};

SharedGprs shared_gprs(const llvm::Module&, mev2::ContextMode);

} // namespace mecc::codegen

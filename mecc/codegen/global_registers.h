// Variables of the program in general-purpose registers: assignment of their longwords.
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

struct GlobalRegisters {
  std::map<const llvm::GlobalValue*, std::vector<unsigned>>
      places;                     // of each longword:
                                  // AbsA.., AbsB.. of shared variables, A.., B.. of a context's own
  std::vector<unsigned> given_up; // relative registers (A.., B..) unavailable to functions
  const llvm::GlobalVariable* homeless = nullptr; // first variable that does not fit
  std::string names;                              // of all shared variables, if one does not fit:
                                                  // "a, b"
};

GlobalRegisters global_registers(const llvm::Module&, mev2::ContextMode);

// Adds symbols for their registers, and their initial values.
void describe_global_registers(const llvm::Module&, mev2::ContextMode, Image&);

} // namespace mecc::codegen

// The C sources of a microengine as one LLVM module.
#pragma once

#include "base/diagnostic.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace mecc {

// Moves the definitions of the source at `path` into the program. Errors: symbols that both define,
// or that one defines and the other declares otherwise.
std::vector<ixp::Diagnostic> join(llvm::Module& program, std::unique_ptr<llvm::Module> source,
                                  const std::string& path);

} // namespace mecc

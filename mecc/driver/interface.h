// Reads a program's interface to others from IR.
#pragma once

#include "mecc/driver/c_program.h"

namespace llvm {
class Module;
}

namespace mecc {

Interface interface_of(const llvm::Module& module);

} // namespace mecc

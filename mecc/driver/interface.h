// Reads from IR what a program offers to others.
#pragma once

#include "mecc/driver/c_program.h"

namespace llvm {
class Module;
}

namespace mecc {

Interface interface_of(const llvm::Module& module);

} // namespace mecc

// `mecc`: an executable without the C compiler.
#include "mecc/driver/c_program.h"

namespace mecc {

const CCompiler* c_compiler() {
  return nullptr;
}

} // namespace mecc

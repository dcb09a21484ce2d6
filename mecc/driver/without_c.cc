// `mecc`: no compiler of C in this executable.
#include "mecc/driver/c_program.h"

namespace mecc {

const CCompiler* c_compiler() {
  return nullptr;
}

} // namespace mecc

// The backend as a plug-in of LLVM's own tools, for tests of single passes:
//   llc-19 -load libmev2.so -march=mev2 FILE.mir -run-pass=mev2-objects
#include "mecc/codegen/mev2.h"

namespace {
const bool registered = (mecc::codegen::register_target(), true);
}

#include "base/version.h"

#include "mecc/driver/driver.h"

namespace mecc {

std::string version() {
  return ixp::version_of("mecc") + ", LLVM " MECC_LLVM_VERSION;
}

} // namespace mecc

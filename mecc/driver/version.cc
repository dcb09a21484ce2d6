#include "mecc/driver/driver.h"
#include "mecc/driver/git_commit.inc" // generated: #define IXP_GIT_COMMIT "..."
#include "mecc/image/elf.h"

#include <fmt/format.h>

namespace mecc {

std::string version() {
  return fmt::format("mecc {} (commit {}), LLVM {}", IXP_VERSION, IXP_GIT_COMMIT, llvm_version());
}

} // namespace mecc

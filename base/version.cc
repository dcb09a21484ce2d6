#include "base/version.h"

#include "base/git_commit.inc" // generated: #define IXP_GIT_COMMIT "..."

#include <fmt/format.h>

namespace ixp {

std::string version_of(std::string_view program) {
  return fmt::format("{} {} (commit {})", program, IXP_VERSION, IXP_GIT_COMMIT);
}

} // namespace ixp

// The project's version, for --version.
#pragma once

#include <string>
#include <string_view>

namespace ixp {

// E.g. "ixpemu 0.1.0 (commit 0123456789ab)".
std::string version_of(std::string_view program);

} // namespace ixp

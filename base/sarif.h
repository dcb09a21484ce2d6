// Diagnostics for dashboards and editors: SARIF 2.1.0, as JSON text.
#pragma once

#include "base/diagnostic.h"

#include <string>
#include <vector>

namespace ixp {

// One run of one tool. Notes become related locations of their diagnostic.
std::string sarif(const std::vector<Diagnostic>& diagnostics, const std::string& tool,
                  const std::string& version);

} // namespace ixp

// Results for standard output. What is wrong with the input goes to standard error
// (base/diagnostic.h).
#pragma once

#include "base/files.h"

#include <fmt/format.h>

namespace ixp {

// Throws as OutputFile does when it cannot be written.
template <class... Values> void print(fmt::format_string<Values...> text, Values&&... values) {
  OutputFile("-").write(fmt::format(text, std::forward<Values>(values)...));
}

} // namespace ixp

// Prints results to standard output. Errors in the input go to standard error (base/diagnostic.h).
#pragma once

#include "base/files.h"

#include <fmt/format.h>

namespace ixp {

// Throws like OutputFile if writing fails.
template <class... Values> void print(fmt::format_string<Values...> text, Values&&... values) {
  OutputFile("-").write(fmt::format(text, std::forward<Values>(values)...));
}

} // namespace ixp

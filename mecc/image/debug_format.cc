#include "mecc/image/debug_format.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc {

std::string check_debug_format(std::string_view text, unsigned& conversions) {
  const auto is = [&](size_t n, std::string_view set) {
    return n < text.size() && set.find(text[n]) != set.npos;
  };
  if (text.size() > kMostDebugText) return fmt::format("has more than {} bytes", kMostDebugText);
  for (size_t n = 0; n < text.size(); ++n) {
    if (text[n] != '%') continue;
    const size_t begin = n++;
    while (is(n, "-+ #0"))
      ++n;
    size_t width = 0;
    for (; is(n, "0123456789"); ++n)
      width = std::min<size_t>(1000, width * 10 + static_cast<size_t>(text[n] - '0'));
    if (width > 100) return "has a width above 100";
    while (is(n, "hl"))
      ++n;
    if (is(n, "%") && n == begin + 1) continue;
    if (!is(n, "diuxXoc"))
      return fmt::format("has '{}'; expected %d, %i, %u, %x, %X, %o, %c or %%",
                         text.substr(begin, n + 1 - begin));
    ++conversions;
  }
  return "";
}

} // namespace mecc

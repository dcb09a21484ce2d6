// Live ranges of a name for debuggers.
#pragma once

#include "mecc/image/image.h"

#include <cstdint>
#include <vector>

namespace mecc::mc {

// Appends a copy of `whole` for each run of its words for which holds(word) is true.
template <class Holds>
void add_ranges(const SymbolRange& whole, Holds holds, std::vector<SymbolRange>& out) {
  for (uint32_t n = whole.first; n <= whole.last; ++n) {
    if (!holds(n)) continue;
    SymbolRange& range = out.emplace_back(whole);
    range.first = n;
    while (n < whole.last && holds(n + 1))
      ++n;
    range.last = n;
  }
}

} // namespace mecc::mc

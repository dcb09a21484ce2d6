#include "mecc/image/image.h"

#include <algorithm>

namespace mecc {

const SourceLine* Image::line_at(uint32_t address) const {
  if (address >= words.size()) return nullptr;
  const auto after =
      std::upper_bound(lines.begin(), lines.end(), address,
                       [](uint32_t a, const SourceLine& l) { return a < l.address; });
  return after == lines.begin() ? nullptr : &*std::prev(after);
}

} // namespace mecc

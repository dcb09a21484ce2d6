#include "mecc/image/image.h"

#include "isa/microengine.h"

#include <algorithm>

namespace mecc {

const SourceLine* Image::line_at(uint32_t address) const {
  if (address >= words.size()) return nullptr;
  const auto after =
      std::upper_bound(lines.begin(), lines.end(), address,
                       [](uint32_t a, const SourceLine& l) { return a < l.address; });
  return after == lines.begin() ? nullptr : &*std::prev(after);
}

const Image* image_for(const Program& p, unsigned index) {
  for (const Image& image : p.images)
    if (image.assigned >> mev2::me_number(index) & 1) return &image;
  return p.images.size() == 1 ? &p.images.front() : nullptr;
}

} // namespace mecc

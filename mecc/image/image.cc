#include "mecc/image/image.h"
#include "isa/microengine.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc {

uint32_t SymbolRange::value(uint32_t word) const {
  if (bits >= 32) return word;
  const uint32_t sign = 1u << (bits - 1), low = word & (2 * sign - 1);
  return is_signed ? (low ^ sign) - sign : low;
}

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

// The list file: address, word, instruction, source.
std::string listing(const Image& image) {
  std::string out = fmt::format("; image {}: {} words, {} contexts, entry {}\n", image.name,
                                image.words.size(), static_cast<unsigned>(image.mode), image.entry);
  size_t label = 0;
  const SourceLine* last = nullptr;
  for (uint32_t a = 0; a < image.words.size(); ++a) {
    for (; label < image.labels.size() && image.labels[label].address <= a; ++label)
      out += image.labels[label].name + ":\n";
    std::string why;
    const auto instruction = mev2::decode(image.words[a], image.mode, &why);
    const std::string text =
        instruction ? mev2::print(*instruction) : fmt::format("; undefined: {}", why);
    const SourceLine* line = image.line_at(a);
    out += fmt::format("{:5}  {:010x}  {}", a, image.words[a], text);
    if (line && line != last)
      out += fmt::format("{:{}}; {}:{}", "", text.size() < 47 ? 48 - text.size() : 1, line->file,
                         line->line);
    out += '\n';
    last = line;
  }
  for (; label < image.labels.size(); ++label)
    out += image.labels[label].name + ":\n";
  return out;
}

} // namespace mecc

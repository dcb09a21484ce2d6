// Writes the list file: address, word, instruction, source.
#include "mecc/image/image.h"

#include <fmt/format.h>

namespace mecc {

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

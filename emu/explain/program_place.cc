#include "emu/explain/program_place.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace ixp {

const mecc::Image* image_on(const Images& images, unsigned me) {
  const auto at = std::ranges::find(images.placed, me, &PlacedImage::me);
  return at == images.placed.end() ? nullptr : &at->image;
}

std::string source_line(const mecc::Image& image, unsigned pc) {
  const mecc::SourceLine* line = image.line_at(pc);
  if (!line || line->line == 0) return {};
  return fmt::format("{}:{}", std::filesystem::path(line->file).filename().string(), line->line);
}

// Removes the block number of compiler labels: "main#", "main.3#".
static std::string without_block(std::string_view label) {
  if (label.ends_with('#')) label.remove_suffix(1);
  const size_t dot = label.rfind('.');
  if (dot != label.npos && label.find_first_not_of("0123456789", dot + 1) == label.npos)
    label = label.substr(0, dot);
  return std::string(label);
}

std::string function_at(const mecc::Image& image, unsigned pc) {
  const auto after = std::ranges::upper_bound(image.labels, pc, {}, &mecc::Label::address);
  if (after == image.labels.begin()) return {};
  const std::string& label = std::prev(after)->name;
  const mecc::SourceLine* line = image.line_at(pc);
  const bool assembly = line && line->file.ends_with(".uc");
  return assembly ? label : without_block(label);
}

std::string signal_name(const mecc::Image& image, unsigned pc, unsigned number) {
  const std::string location = fmt::format("s{}", number);
  std::set<std::string> names;
  for (const mecc::SymbolRange& s : image.symbols)
    if (s.location == location && s.first <= pc && pc <= s.last) names.insert(s.name);
  return names.empty() ? location : fmt::format("{} ({})", fmt::join(names, " or "), location);
}

std::string place_text(const mecc::Image& image, unsigned pc) {
  const std::string line = source_line(image, pc), function = function_at(image, pc);
  if (line.empty() && function.empty()) return fmt::format("pc {}", pc);
  return fmt::format("pc {} ({}{}{})", pc, line, line.empty() || function.empty() ? "" : ", ",
                     function);
}

} // namespace ixp

#include "mecc/driver/outputs.h"

#include "base/diagnostic.h"
#include "base/files.h"

#include <fmt/format.h>
#include <map>

namespace mecc {
namespace {

class Sources {
public:
  // The line without surrounding blanks; "" if there is none.
  std::string line(const std::string& file, uint32_t number) {
    const std::vector<std::string>& lines = lines_of(file);
    if (number == 0 || number > lines.size()) return "";
    const std::string& text = lines[number - 1];
    const size_t first = text.find_first_not_of(" \t\r");
    return first == std::string::npos
               ? ""
               : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
  }

private:
  const std::vector<std::string>& lines_of(const std::string& file) {
    const auto [found, fresh] = files_.try_emplace(file);
    if (fresh) read(file, found->second);
    return found->second;
  }

  static void read(const std::string& file, std::vector<std::string>& lines) {
    std::string text;
    try {
      if (file != "-") text = ixp::read_file(file);
    } catch (const ixp::InputError&) {
      return;
    }
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      lines.push_back(text.substr(at, end - at));
      at = end + 1;
    }
  }

  std::map<std::string, std::vector<std::string>> files_;
};

std::string words(const Image& image, uint32_t address) {
  std::string why;
  const auto instruction = mev2::decode(image.words[address], image.mode, &why);
  return fmt::format("{:5}  {:010x}  {}\n", address, image.words[address],
                     instruction ? mev2::print(*instruction) : "; undefined: " + why);
}

// Text of a debug point before its word, with the locations of its arguments.
std::string said(const DebugPoint& p) {
  const auto place = [](const std::string& e) { return e.empty() ? "<optimized out>" : e; };
  std::string out =
      fmt::format("       ; {} {:?}", p.assertion ? "ixp_assert" : "ixp_print", p.text);
  for (const std::string& a : p.arguments)
    out += ", " + place(a);
  if (p.condition != "1") out += " if " + place(p.condition);
  return out + '\n';
}

} // namespace

bool is_compiled(const Image& image) {
  return !image.lines.empty() && !image.lines.front().file.ends_with(".uc");
}

std::string source_listing(const Image& image) {
  std::string out = fmt::format("; image {}: {} words, {} contexts, entry {}\n", image.name,
                                image.words.size(), static_cast<unsigned>(image.mode), image.entry);
  Sources sources;
  size_t label = 0, point = 0;
  const SourceLine* last = nullptr;
  for (uint32_t a = 0; a < image.words.size(); ++a) {
    for (; label < image.labels.size() && image.labels[label].address <= a; ++label)
      out += image.labels[label].name + ":\n";
    const SourceLine* line = image.line_at(a);
    if (line && (!last || line->line != last->line || line->file != last->file)) {
      const std::string text = sources.line(line->file, line->line);
      out += fmt::format("; {}:{}{}{}\n", line->file, line->line, text.empty() ? "" : ": ", text);
    }
    last = line;
    for (; point < image.points.size() && image.points[point].address <= a; ++point)
      out += said(image.points[point]);
    out += words(image, a);
  }
  for (; label < image.labels.size(); ++label)
    out += image.labels[label].name + ":\n";
  return out;
}

} // namespace mecc

#include "base/excerpt.h"

#include "base/files.h"

#include <fmt/format.h>
#include <string_view>
#include <sys/stat.h>

namespace ixp {

namespace {

constexpr size_t kLongestLine = 4096, kTab = 8;
constexpr off_t kLargestFile = 64 << 20; // bytes

bool can_be_read_again(const std::string& file) {
  struct stat st{};
  return stat(file.c_str(), &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= kLargestFile;
}

std::optional<std::string_view> line_of(std::string_view text, unsigned number) {
  for (unsigned n = 1; n < number; ++n) {
    const size_t end = text.find('\n');
    if (end == text.npos) return std::nullopt;
    text.remove_prefix(end + 1);
  }
  std::string_view line = text.substr(0, text.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Bytes of the UTF-8 character at the start; 0 if it is invalid.
size_t character(std::string_view s) {
  const auto first = static_cast<unsigned char>(s[0]);
  const size_t bytes = first < 0x80   ? 1
                       : first < 0xc2 ? 0
                       : first < 0xe0 ? 2
                       : first < 0xf0 ? 3
                       : first < 0xf5 ? 4
                                      : 0;
  if (bytes == 0 || bytes > s.size()) return 0;
  for (size_t n = 1; n < bytes; ++n)
    if ((static_cast<unsigned char>(s[n]) & 0xc0) != 0x80) return 0;
  return bytes;
}

struct Shown {
  std::string text;
  size_t caret = 0; // number of characters before it
};

// Text that is safe for a terminal: tabs as blanks, no control characters.
Shown shown(std::string_view line, unsigned column) {
  Shown out;
  size_t width = 0;
  for (size_t at = 0; at < line.size();) {
    if (at < column) out.caret = width;
    const size_t bytes = character(line.substr(at));
    if (line[at] == '\t') {
      const size_t blanks = kTab - width % kTab;
      out.text.append(blanks, ' ');
      width += blanks;
    } else {
      const auto c = static_cast<unsigned char>(line[at]);
      out.text += bytes == 0 || c < 0x20 || c == 0x7f ? "?" : line.substr(at, bytes);
      ++width;
    }
    at += bytes ? bytes : 1;
  }
  if (column > line.size()) out.caret = width;
  return out;
}

} // namespace

const std::string& Excerpts::text_of(const std::string& file) {
  const auto [i, fresh] = files_.try_emplace(file);
  if (fresh && can_be_read_again(file)) {
    try {
      i->second = read_file(file);
    } catch (const InputError&) { // the message is printed without the excerpt
    }
  }
  return i->second;
}

std::string Excerpts::at(const SourceLocation& where) {
  if (where.file.empty() || where.line == 0) return {};
  const auto line = line_of(text_of(where.file), where.line);
  if (!line || line->empty() || line->size() > kLongestLine) return {};
  const Shown s = shown(*line, where.column);
  std::string out = fmt::format("{:>5} | {}\n", where.line, s.text);
  if (where.column)
    out +=
        fmt::format("{:>5} | {:{}}{}\n", "", "", s.caret, colour_ ? "\033[0;1;32m^\033[0m" : "^");
  return out;
}

std::string Excerpts::format(const Diagnostic& d) {
  Diagnostic alone = d;
  alone.notes.clear();
  std::string out = ixp::format(alone, colour_) + '\n' + at(d.where);
  for (const Diagnostic& n : d.notes)
    out += format(n);
  return out;
}

} // namespace ixp

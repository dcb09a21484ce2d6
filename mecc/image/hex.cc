// Words as text, one 10-digit hexadecimal number per line: the format of other tools' dumps, and
// the simplest path for externally made microcode.
#include "base/diagnostic.h"
#include "mecc/image/image.h"

#include <fmt/format.h>

namespace mecc {
namespace {

constexpr size_t kDigits = 10;

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The part of a line without comment and blanks; `column` (from 1) is its start.
std::string_view content(std::string_view line, unsigned& column) {
  line = line.substr(0, line.find_first_of("#;"));
  const size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  column = static_cast<unsigned>(begin + 1);
  return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

uint64_t word(std::string_view s, const std::string& file, unsigned line, unsigned column) {
  uint64_t value = 0;
  for (size_t i = 0; i < s.size(); ++i) {
    const int d = digit(s[i]);
    if (d < 0)
      throw ixp::InputError({file, line, column + static_cast<unsigned>(i)},
                            "expected a word of 10 hexadecimal digits, found something else");
    value = value << 4 | static_cast<unsigned>(d);
  }
  if (s.size() != kDigits)
    throw ixp::InputError(
        {file, line, column},
        fmt::format("word of {} digits, expected {} (40 bits)", s.size(), kDigits));
  return value;
}

} // namespace

Image read_hex(const std::string& text, const std::string& file_name, mev2::ContextMode mode) {
  Image image;
  const size_t slash = file_name.rfind('/');
  image.name = slash == std::string::npos ? file_name : file_name.substr(slash + 1);
  image.mode = mode;
  unsigned line = 0;
  for (size_t at = 0; at < text.size();) {
    ++line;
    const size_t end = std::min(text.find('\n', at), text.size());
    unsigned column = 1;
    const std::string_view s = content(std::string_view(text).substr(at, end - at), column);
    if (!s.empty()) image.words.push_back(word(s, file_name, line, column));
    at = end + 1;
  }
  return image;
}

std::string write_hex(const Image& image) {
  std::string out;
  for (const uint64_t w : image.words)
    out += fmt::format("{:010x}\n", w & mev2::kWordMask);
  return out;
}

} // namespace mecc

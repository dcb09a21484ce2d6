#include "base/diagnostic.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

namespace ixp {

// Replaces control characters: invalid files may contain terminal escape sequences.
static std::string printable(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f)
      out += fmt::format("\\x{:02x}", byte);
    else
      out += c;
  }
  return out;
}

// The text without its middle if it has more than `most` bytes.
static std::string shortened(std::string_view text, size_t most) {
  if (text.size() <= most) return std::string(text);
  const auto continues = [&](size_t at) { return (text[at] & 0xc0) == 0x80; }; // a UTF-8 character
  size_t head = most / 4 * 3, tail = text.size() - most / 4;
  while (head > 0 && continues(head))
    --head;
  while (tail < text.size() && continues(tail))
    ++tail;
  return fmt::format("{} ...({} bytes)... {}", text.substr(0, head), tail - head,
                     text.substr(tail));
}

// The text of a message, which may repeat input of any length: without the middle of long lines
// and of the whole.
static std::string bounded(std::string_view text) {
  constexpr size_t kMostLine = 4096, kMost = 1 << 18; // bytes; a line has room for a path
  std::string out;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    out += shortened(text.substr(begin, end - begin), kMostLine);
    if (end < text.size()) out += '\n';
    begin = end + 1;
  }
  return printable(shortened(out, kMost));
}

static std::string place(const SourceLocation& w) {
  if (w.file.empty()) return {};
  const std::string file = bounded(w.file);
  if (w.line == 0) return file + ": ";
  if (w.column == 0) return fmt::format("{}:{}: ", file, w.line);
  return fmt::format("{}:{}:{}: ", file, w.line, w.column);
}

static const char* word(Severity s) {
  switch (s) {
  case Severity::Note: return "note";
  case Severity::Warning: return "warning";
  case Severity::Error: return "error";
  }
  return "error";
}

std::string format(const Diagnostic& d, bool colour) {
  const char* tint = d.severity == Severity::Error     ? "\033[1;31m"
                     : d.severity == Severity::Warning ? "\033[1;35m"
                                                       : "\033[1;36m";
  const std::string text = bounded(d.text);
  std::string out = colour ? fmt::format("\033[1m{}\033[0m{}{}:\033[0m {}", place(d.where), tint,
                                         word(d.severity), text)
                           : fmt::format("{}{}: {}", place(d.where), word(d.severity), text);
  if (!d.flag.empty()) out += fmt::format(" [-W{}]", d.flag);
  for (const Diagnostic& n : d.notes)
    out += "\n" + format(n, colour);
  return out;
}

std::string placed_text(const Diagnostic& d) {
  return place(d.where) + bounded(d.text);
}

bool wants_colour() {
  const char* no = std::getenv("NO_COLOR");
  return isatty(STDERR_FILENO) && !(no && *no);
}

void complain(const Diagnostic& d, bool colour) {
  std::fputs((format(d, colour) + '\n').c_str(), stderr);
}

InputError::InputError(Diagnostic d) : std::runtime_error(format(d)), diagnostic_(std::move(d)) {}
InputError::InputError(SourceLocation where, std::string text)
    : InputError(Diagnostic{Severity::Error, std::move(where), std::move(text), {}}) {}
InputError::InputError(std::string text) : InputError(SourceLocation{}, std::move(text)) {}

static size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

std::string closest(const std::string& word, const std::vector<std::string>& candidates) {
  constexpr size_t kLongest = 256; // longer than any key or option
  if (word.size() > kLongest) return {};
  std::string best;
  size_t best_distance = std::max<size_t>(1, word.size() / 3) + 1;
  for (const std::string& c : candidates) {
    if (c.size() > kLongest) continue;
    const size_t d = edit_distance(word, c);
    if (d < best_distance) {
      best_distance = d;
      best = c;
    }
  }
  return best;
}

} // namespace ixp

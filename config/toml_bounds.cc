#include "config/toml_tree.h"

#include "base/diagnostic.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace ixp {

namespace {

class Scanner {
public:
  Scanner(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  void scan() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'')
        skip_string(c);
      else if (c == '#')
        at_ = std::min(text_.find('\n', at_), text_.size());
      else
        take(c);
    }
  }

private:
  [[noreturn]] void fail(const std::string& problem) const {
    const std::string_view before = text_.substr(0, at_);
    const auto line = static_cast<unsigned>(std::ranges::count(before, '\n')) + 1;
    const size_t start = before.rfind('\n');
    const size_t column = before.size() - (start == before.npos ? 0 : start + 1) + 1;
    throw InputError({file_, line, static_cast<unsigned>(column)}, problem);
  }

  // A line break ends a string of one line, which is an error that the parser reports.
  void skip_string(char quote) {
    const std::string three(3, quote);
    const bool is_long = text_.substr(at_).starts_with(three);
    for (at_ += is_long ? 3 : 1; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\' && quote == '"')
        ++at_;
      else if (is_long ? text_.substr(at_).starts_with(three)
                       : text_[at_] == quote || text_[at_] == '\n')
        break;
    }
    at_ += is_long ? 3 : 1;
    for (int more = 2; is_long && more > 0 && at_ < text_.size() && text_[at_] == quote; --more)
      ++at_; // belongs to the string
    if (!is_long && at_ <= text_.size() && text_[at_ - 1] == '\n') --at_;
    fresh_line_ = false;
  }

  void take(char c) {
    switch (c) {
    case '.': ++parts_; break;
    case '=': end_key(); break;
    case '[':
    case '{': open(c); break;
    case ']':
    case '}': close(); break;
    case ',': separate(); break;
    case '\n': end_line(); break;
    default: break;
    }
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') fresh_line_ = false;
    if (header_ + inside_ + value_ + parts_ > kMostTomlDepth)
      fail(fmt::format("tables within tables, or parts of a key, deeper than {}; expected less",
                       kMostTomlDepth));
    ++at_;
  }

  void end_key() {
    value_ = parts_;
    parts_ = 1;
    count_value();
  }
  void open(char c) {
    if (c == '[' && fresh_line_ && opened_.empty()) {
      header_ = value_ = 0;
      in_header_ = true;
    }
    if (in_header_) return;
    opened_.push_back(value_ + 1);
    inside_ += opened_.back();
    value_ = 0;
    parts_ = 1;
  }
  void close() {
    if (in_header_ || opened_.empty()) return;
    inside_ -= opened_.back();
    opened_.pop_back();
    value_ = 0;
    parts_ = 1;
  }
  void separate() {
    value_ = 0;
    parts_ = 1;
    count_value();
  }
  void end_line() {
    if (in_header_) header_ = parts_;
    in_header_ = false;
    parts_ = 1;
    if (opened_.empty()) value_ = 0;
    fresh_line_ = true;
  }
  void count_value() {
    if (++values_ > kMostTomlValues)
      fail(fmt::format("more than {} values; expected words of memory in a file of their own, e.g. "
                       "load = {{ region = \"sram\", address = 0, file = \"table.bin\" }}",
                       kMostTomlValues));
  }

  std::string_view text_;
  const std::string& file_;
  size_t at_ = 0, values_ = 0;
  bool fresh_line_ = true, in_header_ = false;
  // Depths: of the last header, of open brackets, of the key before a value, of the key being read.
  size_t header_ = 0, inside_ = 0, value_ = 0, parts_ = 1;
  std::vector<size_t> opened_;
};

} // namespace

void check_toml_bounds(std::string_view text, const std::string& file) {
  if (text.size() > kMostTomlBytes)
    throw InputError({file, 0, 0}, fmt::format("has {} bytes, expected TOML of at most {} MiB",
                                               text.size(), kMostTomlBytes >> 20));
  Scanner(text, file).scan();
}

} // namespace ixp

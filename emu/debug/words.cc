#include "emu/debug/words.h"

#include "base/diagnostic.h"
#include "config/region.h"

#include <fmt/format.h>

namespace ixp::debug {

void Words::trim() {
  while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t'))
    rest_.remove_prefix(1);
  while (!rest_.empty() && (rest_.back() == ' ' || rest_.back() == '\t' || rest_.back() == '\r'))
    rest_.remove_suffix(1);
}

std::string_view Words::take() {
  const std::string_view word = peek();
  rest_.remove_prefix(word.size());
  trim();
  return word;
}

bool Words::take(std::string_view word) {
  if (peek() != word) return false;
  take();
  return true;
}

uint64_t Words::number(std::string_view what, uint64_t otherwise) {
  if (empty()) return otherwise;
  const std::string_view word = take();
  const auto n = parse_number(word);
  if (!n)
    throw InputError(
        fmt::format("'{}' is not {}, expected a number, decimal or 0x...", word, what));
  return *n;
}

void Words::expect_end() const {
  if (!empty()) throw InputError(fmt::format("'{}' is too much", rest_));
}

} // namespace ixp::debug

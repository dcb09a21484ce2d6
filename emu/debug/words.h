// Splits a command line into words.
#pragma once

#include <cstdint>
#include <string_view>

namespace ixp::debug {

// A command's arguments, taken one at a time.
class Words {
public:
  explicit Words(std::string_view text) : rest_(text) { trim(); }
  bool empty() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  std::string_view peek() const { return rest_.substr(0, rest_.find_first_of(" \t")); }
  std::string_view take();
  bool take(std::string_view word);                           // if it is the next
  uint64_t number(std::string_view what, uint64_t otherwise); // throws InputError
  void expect_end() const;                                    // throws InputError

private:
  void trim();
  std::string_view rest_;
};

} // namespace ixp::debug

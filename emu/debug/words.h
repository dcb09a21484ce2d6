// Splits a command line into words, and parses the arguments of break and who. All functions throw
// InputError with the expected syntax.
#pragma once

#include "emu/debug/session.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

// The only name that begins with the word; the word itself if there are none or several.
template <class Names> std::string completed(const Names& names, std::string_view word) {
  const auto begins = [&](std::string_view name) { return name.starts_with(word); };
  const auto found = std::ranges::find_if(names, begins);
  const bool only = std::ranges::count_if(names, begins) == 1;
  return std::string(only ? std::string_view(*found) : word);
}

// Removes and returns the condition of " .. if EXPRESSION" at the end; "": none.
std::string take_condition(std::string& text);
// Microengine and context mask of "0:1" or "0:1.3,5". Empty if the word is a location.
std::optional<std::pair<unsigned, unsigned>> parse_threads(std::string_view word);

Stop ring_stop(Words& words, const SystemConfig& system);  // NAME [put|get] [FRAME]
Stop queue_stop(Words& words, const SystemConfig& system); // CHANNEL ENTRY [in|out] [FRAME]
// [ME] NAME [raised|taken], for any context of the microengine, which becomes the current one.
Stop signal_stop(Words& words, Session& session);
Stop packet_stop(Words& words, const SystemConfig& system); // [FRAME] [rx|tx] [port N]
Stop arm_stop(Words& words, const SystemConfig& system);    // ADDRESS|SYMBOL

} // namespace ixp::debug

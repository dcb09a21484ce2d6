// Conditions that end a run, in the syntax of [stop] in system files and of --until.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ixp {

// The first condition that comes true ends the run.
struct StopSpec {
  std::optional<uint64_t> packets_tx, packets_rx; // complete frames, all ports together
  std::optional<uint64_t> cycles;                 // ME cycles
  std::optional<uint64_t> time_us;                // emulated
  bool idle = false;                              // all streams have ended and nothing is in flight
  bool outside = false; // the driver of the run ends it (RunControl::end_now)

  bool empty() const {
    return !packets_tx && !packets_rx && !cycles && !time_us && !idle && !outside;
  }
  std::string text() const; // "packets_tx=600, idle"
};

// Parses "packets_tx=600", "time_ms=2.5", "idle"; several separated by commas. Throws InputError.
StopSpec parse_stop(std::string_view text);
// Parses milliseconds with up to three decimals; returns microseconds.
std::optional<uint64_t> parse_milliseconds(std::string_view text);

} // namespace ixp

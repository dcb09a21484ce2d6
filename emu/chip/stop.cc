#include "emu/chip/stop.h"

#include "base/diagnostic.h"
#include "emu/chip/region.h"

#include <fmt/format.h>
#include <vector>

namespace ixp {

std::optional<uint64_t> parse_milliseconds(std::string_view text) {
  constexpr uint64_t kMost = uint64_t{1} << 40; // two weeks of emulated time
  const size_t point = text.find('.');
  std::string decimals = point == text.npos ? "" : std::string(text.substr(point + 1));
  if (decimals.size() > 3) return {};
  decimals.resize(3, '0');
  for (char c : decimals)
    if (c < '0' || c > '9') return {};
  const auto whole = parse_number(text.substr(0, point));
  if (!whole || *whole >= kMost / 1000) return {};
  return *whole * 1000 + *parse_number(decimals);
}

static void parse_one(std::string_view item, StopSpec& stop) {
  const size_t equals = item.find('=');
  const std::string key(item.substr(0, equals));
  const std::string_view value = equals == item.npos ? "" : item.substr(equals + 1);
  const auto number = [&] {
    const auto n = parse_number(value);
    if (!n || *n == 0)
      throw InputError(
          fmt::format("--until {}: expected a number above 0, e.g. {}=1000", item, key));
    return *n;
  };
  if (key == "idle" && equals == item.npos) {
    stop.idle = true;
  } else if (key == "packets_tx") {
    stop.packets_tx = number();
  } else if (key == "packets_rx") {
    stop.packets_rx = number();
  } else if (key == "cycles") {
    stop.cycles = number();
  } else if (key == "time_ms") {
    stop.time_us = parse_milliseconds(value);
    if (!stop.time_us || *stop.time_us == 0)
      throw InputError(fmt::format("--until {}: expected milliseconds with at most three decimals, "
                                   "e.g. time_ms=2.5",
                                   item));
  } else {
    const std::string best =
        closest(key, {"packets_tx", "packets_rx", "cycles", "time_ms", "idle"});
    throw InputError(fmt::format("--until {}: {}", item,
                                 best.empty() ? "expected packets_tx=N, packets_rx=N, cycles=N, "
                                                "time_ms=N or idle"
                                              : fmt::format("did you mean '{}'?", best)));
  }
}

StopSpec parse_stop(std::string_view text) {
  StopSpec stop;
  while (true) {
    const size_t comma = text.find(',');
    parse_one(text.substr(0, comma), stop);
    if (comma == text.npos) return stop;
    text.remove_prefix(comma + 1);
  }
}

std::string StopSpec::text() const {
  std::vector<std::string> parts;
  if (packets_tx) parts.push_back(fmt::format("packets_tx={}", *packets_tx));
  if (packets_rx) parts.push_back(fmt::format("packets_rx={}", *packets_rx));
  if (cycles) parts.push_back(fmt::format("cycles={}", *cycles));
  if (time_us) parts.push_back(fmt::format("time_ms={}.{:03}", *time_us / 1000, *time_us % 1000));
  if (idle) parts.push_back("idle");
  return fmt::format("{}", fmt::join(parts, ", "));
}

} // namespace ixp

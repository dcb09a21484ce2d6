// Frame names in port logs: "p0.17" is the 18th frame received on port 0.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ixp {

struct FrameName {
  unsigned port = 0;
  uint32_t number = 0;
  friend auto operator<=>(const FrameName&, const FrameName&) = default;
  std::string text() const;
};

// Parses "p0.17".
std::optional<FrameName> parse_frame_name(std::string_view text);

} // namespace ixp

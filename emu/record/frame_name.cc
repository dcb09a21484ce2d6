#include "emu/record/frame_name.h"

#include <charconv>
#include <iterator>

namespace ixp {

std::string FrameName::text() const {
  std::string out = "p"; // avoids formatting, as timelines call this often
  char digits[10];
  out.append(digits, std::to_chars(digits, std::end(digits), port).ptr);
  out += '.';
  out.append(digits, std::to_chars(digits, std::end(digits), number).ptr);
  return out;
}

std::optional<FrameName> parse_frame_name(std::string_view text) {
  FrameName name;
  const char* const end = text.data() + text.size();
  if (!text.starts_with('p')) return {};
  const auto port = std::from_chars(text.data() + 1, end, name.port);
  if (port.ec != std::errc() || port.ptr == end || *port.ptr != '.') return {};
  const auto number = std::from_chars(port.ptr + 1, end, name.number);
  if (number.ec != std::errc() || number.ptr != end) return {};
  return name;
}

} // namespace ixp

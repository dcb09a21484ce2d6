// Formats of debug points (DebugPoint::text): C conversions for values of one longword.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mecc {

constexpr size_t kMostDebugText = 500; // maximum bytes of a format

// Counts the conversions. Returns an error that continues "the format ..", or "".
std::string check_debug_format(std::string_view text, unsigned& conversions);

} // namespace mecc

// Formats of debug points (DebugPoint::text): conversions of C for values of one longword.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mecc {

constexpr size_t kMostDebugText = 500; // bytes of a format

// Counts the conversions. What is wrong with the format, to be said behind "the format ..", or "".
std::string check_debug_format(std::string_view text, unsigned& conversions);

} // namespace mecc

// Bounds of a TOML file, checked before it is parsed: the parser recurses for each part of a dotted
// key, and a value takes about 500 times its text in memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ixp {

constexpr size_t kMostTomlBytes = 16 << 20, kMostTomlValues = 1 << 18, kMostTomlDepth = 256;

// Throws InputError. Text that is no TOML may pass.
void check_toml_bounds(std::string_view text, const std::string& file);

} // namespace ixp

// Catch2 2.13 (Debian 12) and 3.x differ in headers and names; tests include this file and use the
// names of 2.13.
#pragma once
#ifdef IXP_CATCH2_V3
#include <catch2/catch_all.hpp>
#include <random> // 2.13 includes it
using Catch::Approx;
namespace Catch {
inline auto Contains(const std::string& text) {
  return Matchers::ContainsSubstring(text);
}
} // namespace Catch
#else
#include <catch2/catch.hpp>
#endif

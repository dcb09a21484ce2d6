// Sets of ports as bit masks, and the round robin that hardware implements with a rotated priority
// encoder.
#pragma once

#include <bit>
#include <cstdint>

namespace ixp::fabric {

constexpr unsigned kMaxPorts = 64; // a set of ports is one word
constexpr uint8_t kNone = 0xff;    // no port

using Ports = uint64_t;

constexpr Ports bit(unsigned port) {
  return Ports{1} << port;
}
constexpr Ports first_ports(unsigned n) {
  return n == kMaxPorts ? ~Ports{0} : bit(n) - 1;
}
constexpr unsigned lowest(Ports set) {
  return static_cast<unsigned>(std::countr_zero(set));
}
// First member of a non-empty set at or after `pointer`, cyclically.
constexpr unsigned first_from(Ports set, unsigned pointer) {
  const Ports behind = set >> pointer << pointer;
  return lowest(behind ? behind : set);
}
// Calls `f` with each port of a set in ascending order.
template <class F> void for_each(Ports set, F f) {
  for (; set; set &= set - 1)
    f(lowest(set));
}

} // namespace ixp::fabric

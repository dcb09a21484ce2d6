// A(x) * M(x) mod G(x) over GF(2), for the three polynomials of the hash unit. Polynomials are bits
// of a 128-bit number, bit n the coefficient of x^n.
#pragma once

#include <array>

namespace ixp {

__extension__ typedef unsigned __int128 Uint128;

class HashFunction {
public:
  // width: 48, 64 or 128.
  explicit HashFunction(unsigned width);
  void set_multiplier(Uint128 m); // bits beyond the width are ignored
  Uint128 operator()(Uint128 a) const;
  unsigned width() const { return width_; }

private:
  using Table = std::array<Uint128, 256>;
  Uint128 times_x(Uint128 p) const; // modulo G
  Table multiples_of(Uint128 p) const;

  unsigned width_;
  Uint128 mask_, polynomial_; // of G, without its highest term
  Table product_{};           // byte * M mod G
  Table overflow_;            // byte * x^width mod G
};

} // namespace ixp

// The hash unit (Slot::Hash): A(x) * M(x) mod G(x) over GF(2), 48, 64 or 128 bits wide, one to
// three hashes per command (IXP2800 HRM p.237). M is in the HASH_MULTIPLIER CSRs, which are 0 after
// reset: every hash is 0 until they are set. Operands and results are 2 (48, 64) or 4 (128)
// longwords, least significant first; the upper 16 bits of a 48-bit operand are ignored.
#pragma once

#include "emu/memory/memory_unit.h"

#include <array>

namespace ixp {

__extension__ typedef unsigned __int128 Uint128;

// A(x) * M(x) mod G(x) over GF(2), for the three polynomials of the unit. Polynomials are bits of a
// 128-bit number, bit n the coefficient of x^n.
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

class Hash final : public PipelinedUnit {
public:
  Hash(const Params& params, const MemoryWiring& wiring, Inlet& inlet, HazardSink& hazards);

  // HASH_MULTIPLIER CSRs 48_0, 48_1, 64_0, 64_1, 128_0 .. 128_3 as index 0..7; _0 is the least
  // significant longword.
  static constexpr unsigned kMultiplierCsrs = 8;
  uint32_t read_multiplier(unsigned index) const { return multipliers_[index]; }
  void write_multiplier(unsigned index, uint32_t value);

  // For the control core: immediate, no timing. Mode 0, 1, 2: 48, 64, 128 bits, which take 2, 2, 4
  // of the words, the least significant first.
  void hash(unsigned mode, std::array<uint32_t, 4>& words);

private:
  void perform(InFlight& t) override;
  HashFunction& function_of(mev2::Opcode op);

  std::array<uint32_t, kMultiplierCsrs> multipliers_{};
  std::array<HashFunction, 3> functions_{HashFunction(48), HashFunction(64), HashFunction(128)};
};

} // namespace ixp

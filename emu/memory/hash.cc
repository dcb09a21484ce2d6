#include "emu/memory/hash.h"

#include <fmt/format.h>

namespace ixp {

using mev2::Opcode;

// G48 = x^48 + x^36 + x^25 + x^10 + 1, G64 = x^64 + x^54 + x^35 + x^17 + 1,
// G128 = x^128 + x^98 + x^69 + x^33 + 1 (IXP2800 HRM p.237), without the highest term.
static Uint128 polynomial_of(unsigned width) {
  const auto x = [](unsigned n) { return Uint128{1} << n; };
  switch (width) {
  case 48: return x(36) | x(25) | x(10) | 1;
  case 64: return x(54) | x(35) | x(17) | 1;
  default: return x(98) | x(69) | x(33) | 1;
  }
}

HashFunction::HashFunction(unsigned width)
    : width_(width), mask_(width == 128 ? ~Uint128{0} : (Uint128{1} << width) - 1),
      polynomial_(polynomial_of(width)), overflow_(multiples_of(polynomial_)) {}

Uint128 HashFunction::times_x(Uint128 p) const {
  const bool carry = p >> (width_ - 1) & 1;
  return ((p << 1) & mask_) ^ (carry ? polynomial_ : 0);
}

HashFunction::Table HashFunction::multiples_of(Uint128 p) const {
  Table table{};
  for (unsigned bit = 0; bit < 8; ++bit, p = times_x(p))
    for (unsigned byte = 0; byte < 256; ++byte)
      if (byte >> bit & 1) table[byte] ^= p;
  return table;
}

void HashFunction::set_multiplier(Uint128 m) {
  product_ = multiples_of(m & mask_);
}

// Processes bytes from the highest: shifts the sum by eight, and reduces the bits shifted out by
// the table of remainders.
Uint128 HashFunction::operator()(Uint128 a) const {
  Uint128 sum = 0;
  for (int shift = static_cast<int>(width_) - 8; shift >= 0; shift -= 8) {
    const unsigned leaving = static_cast<unsigned>(sum >> (width_ - 8)) & 0xff;
    sum = ((sum << 8) & mask_) ^ overflow_[leaving] ^
          product_[static_cast<unsigned>(a >> shift) & 0xff];
  }
  return sum;
}

namespace {
constexpr unsigned kMostHashes = 3; // in a command

unsigned longwords(const HashFunction& h) {
  return h.width() == 128 ? 4 : 2;
}

Uint128 value_of(const uint32_t* words, unsigned n) { // least significant first
  Uint128 value = 0;
  while (n-- > 0)
    value = value << 32 | words[n];
  return value;
}
} // namespace

Hash::Hash(const Params& params, const MemoryWiring& wiring, Inlet& inlet, HazardSink& hazards)
    : PipelinedUnit(params, wiring, inlet, hazards, kMostHashes) {}

HashFunction& Hash::function_of(Opcode op) {
  switch (op) {
  case Opcode::HASH_48: return functions_[0];
  case Opcode::HASH_64: return functions_[1];
  default: return functions_[2];
  }
}

void Hash::write_multiplier(unsigned index, uint32_t value) {
  settle();
  multipliers_[index] = value;
  const unsigned width = index < 2 ? 0 : index < 4 ? 1 : 2;
  functions_[width].set_multiplier(value_of(&multipliers_[width * 2], width == 2 ? 4 : 2));
}

void Hash::hash(unsigned mode, std::array<uint32_t, 4>& words) {
  settle();
  const HashFunction& h = functions_.at(mode);
  Uint128 result = h(value_of(words.data(), longwords(h)));
  for (unsigned i = 0; i < longwords(h); ++i, result >>= 32)
    words[i] = static_cast<uint32_t>(result);
}

void Hash::perform(InFlight& t) {
  if (t.command.count < 1 || t.command.count > kMostHashes) [[unlikely]]
    report(t, HazardKind::BadAddress,
           fmt::format("{} hashes in one command: expected 1 to {}", t.command.count, kMostHashes));
  const HashFunction& h = function_of(t.command.op);
  const unsigned each = longwords(h);
  for (unsigned at = 0; at < t.pulls; at += each) {
    Uint128 result = h(value_of(&t.words[at], each));
    for (unsigned i = 0; i < each; ++i, result >>= 32)
      t.words[at + i] = static_cast<uint32_t>(result);
  }
}

} // namespace ixp

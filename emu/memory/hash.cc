#include "emu/memory/hash.h"

#include <fmt/format.h>

namespace ixp {

using mev2::Opcode;

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

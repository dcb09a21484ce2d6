// Fast search in an instruction table, keyed by the bits of the word that distinguish most entries.
// Each key has a short list of possible entries.
#pragma once

#include "emu/xscale/decode.h"

#include <vector>

namespace ixp::xscale {

class Lookup {
public:
  // key(word) must depend only on bits of `key_mask` and be below 2^key_bits; word_of(key) is a
  // word with that key.
  using KeyOf = uint32_t (*)(uint32_t);
  Lookup(std::span<const Instruction> table, uint32_t key_mask, unsigned key_bits, KeyOf word_of) {
    for (uint32_t key = 0; key < uint32_t{1} << key_bits; ++key) {
      first_.push_back(static_cast<uint16_t>(candidates_.size()));
      add(table, key_mask, word_of(key));
    }
  }
  const Instruction& find(uint32_t key, uint32_t word) const {
    const Candidate* c = &candidates_[first_[key]];
    while ((word & c->mask) != c->value)
      ++c;
    return *c->instruction;
  }

private:
  struct Candidate {
    uint32_t mask, value;
    const Instruction* instruction;
  };

  void add(std::span<const Instruction> table, uint32_t key_mask, uint32_t word) {
    for (const Instruction& i : table) {
      if ((word ^ i.value) & i.mask & key_mask) continue;
      candidates_.push_back({i.mask, i.value, &i});
      if (!(i.mask & ~key_mask)) return; // matches regardless of the other bits
    }
  }

  std::vector<uint16_t> first_;
  std::vector<Candidate> candidates_;
};

} // namespace ixp::xscale

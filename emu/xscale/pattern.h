// Encodings as drawn in the ARM architecture manual. From the highest bit down, 0 and 1 are fixed,
// a letter is a bit of the field of that name, blanks separate. Equal letters form one field, even
// if they are apart ("iiii 1011 iiii" is one number of eight bits). 'z' and 'o' are bits that
// should be zero or one; this core, like the XScale, ignores them.
#pragma once

#include "emu/xscale/decode.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ixp::xscale {

struct FixedBits {
  uint32_t mask = 0, value = 0;
  unsigned width = 0; // of the whole encoding
};

constexpr FixedBits fixed_bits(std::string_view pattern) {
  FixedBits b;
  for (const char c : pattern) {
    if (c == ' ') continue;
    b.mask = b.mask << 1 | (c == '0' || c == '1');
    b.value = b.value << 1 | (c == '1');
    ++b.width;
  }
  return b;
}

// Pieces of one field, highest first; terminated by width 0.
struct FieldPiece {
  uint8_t lowest = 0, width = 0;
};
using FieldPieces = std::array<FieldPiece, 3>;

constexpr FieldPieces field_pieces(std::string_view pattern, char letter) {
  FieldPieces pieces{};
  unsigned bit = fixed_bits(pattern).width, count = 0;
  bool inside = false;
  for (const char c : pattern) {
    if (c == ' ') continue;
    --bit;
    if (c == letter) {
      count += !inside;
      FieldPiece& p = pieces.at(count - 1);
      p.lowest = static_cast<uint8_t>(bit);
      ++p.width;
    }
    inside = c == letter;
  }
  return pieces;
}

// A pattern as a template argument.
template <size_t N> struct PatternText {
  char text[N]{};
  consteval PatternText(const char (&s)[N]) {
    for (size_t i = 0; i < N; ++i)
      text[i] = s[i];
  }
  constexpr std::string_view view() const { return {text, N - 1}; }
};

// Encoding of a handler's instruction: Encoding<"...">::get<'n'>(word).
template <PatternText P> struct Encoding {
  template <char L> static constexpr bool kHas = field_pieces(P.view(), L)[0].width > 0;

  template <char L> static constexpr uint32_t get(uint32_t word) {
    constexpr FieldPieces kPieces = field_pieces(P.view(), L);
    static_assert(kHas<L>, "the pattern has no such field");
    uint32_t field = 0;
    for (const FieldPiece& p : kPieces)
      field = field << p.width | (word >> p.lowest & ((uint32_t{1} << p.width) - 1));
    return field;
  }
  // The same, sign-extended.
  template <char L> static constexpr int32_t get_signed(uint32_t word) {
    constexpr FieldPieces kPieces = field_pieces(P.view(), L);
    constexpr unsigned kUnused = 32 - kPieces[0].width - kPieces[1].width - kPieces[2].width;
    return static_cast<int32_t>(get<L>(word) << kUnused) >> kUnused;
  }
};

// Fast search in an instruction table, keyed by the bits of the word that distinguish most entries.
// Each key has a short list of possible entries.
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

// Accesses whose position within the granule is known only at run time. All granules they may touch
// are moved as a whole and shifted by the low bits of the address.
#include "mecc/lower/bytes.h"
#include "mecc/lower/group.h"

using namespace llvm;

namespace mecc::lower {

namespace {

// Position of an access, and the granules it may touch.
struct Span {
  Value* start; // i32: address of the first granule
  Value* word;  // i1: starts in the second longword of its quadword; null for longwords
  Value* shift; // i32: 8 * (bytes before it in its longword)
  unsigned granules;
};

Span span_of(IRBuilder<>& b, const Access& a) {
  const unsigned granule = a.unit->granule;
  Value* address = address_of(b, a);
  if (a.offset) address = b.CreateAdd(address, b.getInt32(static_cast<uint32_t>(a.offset)));
  Span s{};
  s.start = b.CreateAnd(address, b.getInt32(~(granule - 1)));
  s.shift = b.CreateShl(b.CreateAnd(address, b.getInt32(3)), 3);
  if (granule == 8) s.word = b.CreateICmpNE(b.CreateAnd(address, b.getInt32(4)), b.getInt32(0));
  // Naturally aligned accesses never cross a granule.
  const uint64_t align = getLoadStoreAlignment(a.at).value();
  const unsigned before = granule - static_cast<unsigned>(std::min<uint64_t>(align, granule));
  s.granules = (before + a.bytes + granule - 1) / granule;
  return s;
}

Value* funnel(IRBuilder<>& b, Intrinsic::ID id, Value* high, Value* low, Value* shift) {
  return b.CreateIntrinsic(id, {b.getInt32Ty()}, {high, low, shift});
}

// Shifts the access's bytes to the start of the words.
Words shifted_up(IRBuilder<>& b, const Span& s, Words words) {
  if (s.word) {
    for (unsigned n = 0; n + 1 < words.size(); ++n)
      words[n] = b.CreateSelect(s.word, words[n + 1], words[n]);
    words.pop_back();
  }
  for (unsigned n = 0; n < words.size(); ++n) {
    Value* next = n + 1 < words.size() ? words[n + 1] : b.getInt32(0);
    words[n] = funnel(b, Intrinsic::fshl, words[n], next, s.shift);
  }
  return words;
}

// The inverse: shifts bytes from the start of `words` to their position in `count` words.
Words shifted_down(IRBuilder<>& b, const Span& s, Words words, unsigned count) {
  Words out;
  for (unsigned n = 0; n < count; ++n) {
    Value* previous = n > 0 && n - 1 < words.size() ? words[n - 1] : b.getInt32(0);
    Value* word = n < words.size() ? words[n] : b.getInt32(0);
    out.push_back(funnel(b, Intrinsic::fshr, previous, word, s.shift));
  }
  if (s.word)
    for (unsigned n = count; n-- > 0;)
      out[n] = b.CreateSelect(s.word, n ? out[n - 1] : b.getInt32(0), out[n]);
  return out;
}

// The value's bytes, starting at the highest bit of the first word.
Words words_of_value(IRBuilder<>& b, Value* v, unsigned bytes) {
  Words words;
  for (unsigned at = 0; at < bytes; at += 4)
    words.push_back(longword_of(b, v, bytes, static_cast<int>(at)));
  return words;
}

Words mask_of_value(IRBuilder<>& b, unsigned bytes) {
  Words words;
  for (unsigned at = 0; at < bytes; at += 4)
    words.push_back(b.getInt32(bits_of_mask(bytes - at >= 4 ? 15 : 15 & ~(15u >> (bytes - at)))));
  return words;
}

// Writes each granule with a command of its own and a byte mask, which is shifted like the data.
void write_with_masks(Commands& commands, IRBuilder<>& b, const Access& a, const Span& s,
                      const Words& words) {
  const unsigned granule = a.unit->granule, total = s.granules * granule;
  Value* place =
      b.CreateAnd(b.CreateAdd(address_of(b, a), b.getInt32(static_cast<uint32_t>(a.offset))),
                  b.getInt32(granule - 1));
  Value* mask = b.CreateLShr(b.getInt32(((1u << a.bytes) - 1) << (total - a.bytes)), place);
  for (unsigned n = 0; n < s.granules; ++n) {
    Value* part =
        b.CreateAnd(b.CreateLShr(mask, total - (n + 1) * granule), b.getInt32((1u << granule) - 1));
    commands.write_masked(b, *a.unit, s.start, int64_t{n} * granule,
                          ArrayRef<Value*>(words).slice(n * a.unit->words(), a.unit->words()),
                          part);
  }
}

void change_bits(Commands& commands, IRBuilder<>& b, const Access& a, const Span& s,
                 const Words& words) {
  const Words bits = shifted_down(b, s, mask_of_value(b, a.bytes), s.granules);
  for (unsigned n = 0; n < s.granules; ++n)
    commands.change_bits(b, *a.unit, s.start, int64_t{n} * a.unit->granule, words[n], bits[n]);
}

} // namespace

void read_unaligned(Commands& commands, const Access& a) {
  IRBuilder<> b(a.at);
  const Span s = span_of(b, a);
  const Words words = shifted_up(b, s, commands.read(b, *a.unit, s.start, 0, s.granules));
  a.at->replaceAllUsesWith(from_integer(b, extract_bytes(b, words, 0, a.bytes), a.at->getType()));
  a.at->eraseFromParent();
}

void write_unaligned(Commands& commands, const Access& a) {
  IRBuilder<> b(a.at);
  const Span s = span_of(b, a);
  Value* v = to_integer(b, cast<StoreInst>(a.at)->getValueOperand(), a.bytes);
  const Words words =
      shifted_down(b, s, words_of_value(b, v, a.bytes), s.granules * a.unit->words());
  if (a.unit->mask_shift)
    write_with_masks(commands, b, a, s, words);
  else
    change_bits(commands, b, a, s, words);
  a.at->eraseFromParent();
}

} // namespace mecc::lower

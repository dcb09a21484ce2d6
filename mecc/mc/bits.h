// A set of small numbers; its size is fixed at construction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mecc::mc {

class Bits {
public:
  Bits() = default;
  explicit Bits(size_t n) : words_((n + 63) / 64) {}
  void set(size_t i) { words_[i / 64] |= uint64_t{1} << (i % 64); }
  void clear(size_t i) { words_[i / 64] &= ~(uint64_t{1} << (i % 64)); }
  bool test(size_t i) const { return words_[i / 64] >> (i % 64) & 1; }
  bool any() const {
    for (uint64_t w : words_)
      if (w) return true;
    return false;
  }
  bool merge(const Bits& o) { // returns whether the set grew
    bool grew = false;
    for (size_t i = 0; i < words_.size(); ++i) {
      grew |= (o.words_[i] & ~words_[i]) != 0;
      words_[i] |= o.words_[i];
    }
    return grew;
  }
  void remove(const Bits& o) {
    for (size_t i = 0; i < words_.size(); ++i)
      words_[i] &= ~o.words_[i];
  }
  template <class F> void each(F f) const {
    for (size_t i = 0; i < words_.size(); ++i)
      for (uint64_t w = words_[i]; w; w &= w - 1)
        f(i * 64 + static_cast<size_t>(__builtin_ctzll(w)));
  }
  friend bool operator==(const Bits&, const Bits&) = default;

private:
  std::vector<uint64_t> words_;
};

} // namespace mecc::mc

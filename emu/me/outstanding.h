// Words on their way, counted by register: MeState::outstanding, a byte each, eight at a time. A
// command's registers are in one file and wrap round at its end.
#pragma once

#include "emu/me/state.h"

#include <algorithm>
#include <cstring>

namespace ixp::me {

namespace outstanding {

constexpr uint64_t kOnes = 0x0101010101010101, kHigh = 0x80 * kOnes, kLow = ~kHigh;

inline uint64_t load(const uint8_t* from) {
  uint64_t eight;
  std::memcpy(&eight, from, sizeof eight);
  return eight;
}

// A one in each of the first n bytes, n = 1..8; behind the counters of a file come others.
inline uint64_t ones(unsigned n) {
  static constexpr uint8_t kBytes[] = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0};
  return load(kBytes + 8 - n);
}

// Calls change(eight counters, a one in each that is meant) for registers first.. of a file.
template <class Change>
[[gnu::noinline]] void for_many(uint8_t* file, unsigned first, unsigned count, Change change) {
  while (count) {
    const unsigned together = std::min({count, kFile - first, 8u});
    const uint64_t eight = change(load(file + first), ones(together));
    std::memcpy(file + first, &eight, sizeof eight);
    count -= together;
    first = (first + together) % kFile;
  }
}
template <class Change>
[[gnu::always_inline]] inline void for_each(uint8_t* file, unsigned first, unsigned count,
                                            Change change) {
  if (count == 0) return;
  if (count > 8 || first + count > kFile) return for_many(file, first, count, change);
  const uint64_t eight = change(load(file + first), ones(count));
  std::memcpy(file + first, &eight, sizeof eight);
}

// Each byte for itself: 255 and one more is 0.
inline void count_up(uint8_t* file, unsigned first, unsigned count) {
  for_each(file, first, count,
           [](uint64_t eight, uint64_t one) { return ((eight & kLow) + one) ^ (eight & kHigh); });
}

// 0 stays 0.
inline void count_down(uint8_t* file, unsigned first, unsigned count) {
  for_each(file, first, count, [](uint64_t eight, uint64_t one) {
    const uint64_t some = (((eight & kLow) + kLow) | eight) >> 7; // low bit: the byte is not 0
    return eight - (some & one);
  });
}

inline bool any_above_one(const uint8_t* file, unsigned first, unsigned count) {
  if (count <= 8 && first + count <= kFile) [[likely]]
    return load(file + first) & ones(count) * 0xfe;
  for (unsigned i = 0; i < count; ++i)
    if (file[(first + i) % kFile] > 1) return true;
  return false;
}

} // namespace outstanding

} // namespace ixp::me

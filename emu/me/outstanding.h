// Outstanding words, counted by register: MeState::outstanding, eight registers at a time. A
// command's registers are in one file and wrap round at its end.
#pragma once

#include "emu/kernel/rare.h"
#include "emu/me/state.h"

#include <algorithm>
#include <cstring>

namespace ixp::me {

namespace outstanding {

using Count = decltype(MeState::outstanding)::value_type;
using Eight [[gnu::vector_size(8 * sizeof(Count))]] = Count;

inline Eight load(const Count* from) {
  Eight eight;
  std::memcpy(&eight, from, sizeof eight);
  return eight;
}

// Ones for the first n registers, n = 1..8; later counters may belong to another file.
inline Eight ones(unsigned n) {
  static constexpr Count kCounts[] = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0};
  return load(kCounts + 8 - n);
}

// Calls change(eight counters, a one for each that applies) for registers first.. of a file.
template <class Change>
IXP_RARE [[gnu::noinline]] void for_many(Count* file, unsigned first, unsigned count,
                                         Change change) {
  while (count) {
    const unsigned together = std::min({count, kFile - first, 8u});
    Eight eight = load(file + first);
    change(eight, ones(together));
    std::memcpy(file + first, &eight, sizeof eight);
    count -= together;
    first = (first + together) % kFile;
  }
}
template <class Change>
[[gnu::always_inline]] inline void for_each(Count* file, unsigned first, unsigned count,
                                            Change change) {
  if (count == 0) return;
  if (count > 8 || first + count > kFile) return for_many(file, first, count, change);
  Eight eight = load(file + first);
  change(eight, ones(count));
  std::memcpy(file + first, &eight, sizeof eight);
}

// Increments each counter; the largest value wraps to 0.
inline void count_up(Count* file, unsigned first, unsigned count) {
  for_each(file, first, count, [](Eight& eight, const Eight& one) { eight += one; });
}

// Decrements each counter, but not below 0.
inline void count_down(Count* file, unsigned first, unsigned count) {
  for_each(file, first, count,
           [](Eight& eight, const Eight& one) { eight -= Eight(eight != 0) & one; });
}

} // namespace outstanding

} // namespace ixp::me

// The commands that a unit has accepted and not yet started: at most `depth`. They start in any
// order. Only the ticks at which the newest ones start are stored.
#pragma once

#include "emu/kernel/rare.h"
#include "emu/kernel/time.h"

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace ixp {

class Backlog {
public:
  explicit Backlog(uint64_t depth)
      : depth_(static_cast<unsigned>(depth)), mask_(std::bit_ceil(depth_ + 1) - 1),
        starts_(mask_ + size_t{1}) {}

  bool full(Tick now) const { return room_at() > now; }
  // The first tick with space, once the backlog is full.
  Tick room_at() const { return starts_[(count_ - depth_) & mask_]; }
  // Adds a command that is accepted at `now` and starts later; the backlog is not full.
  void add(Tick start, Tick now) {
    const unsigned newest = count_++;
    starts_[newest & mask_] = start;
    if (starts_[(newest - 1) & mask_] > start) [[unlikely]]
      sort(newest);
    if (starts_[(newest - max_) & mask_] > now) [[unlikely]]
      ++max_;
  }
  unsigned max() const { return max_; } // maximum number of commands at once

private:
  IXP_RARE void sort(unsigned at) { // the newest start is not the latest
    for (; starts_[(at - 1) & mask_] > starts_[at & mask_]; --at)
      std::swap(starts_[(at - 1) & mask_], starts_[at & mask_]);
  }

  unsigned depth_, mask_;
  unsigned count_ = 0, max_ = 0;
  std::vector<Tick> starts_; // a ring, ascending; older ones are in the past
};

} // namespace ixp

// The slots that act at each of the next ticks: a word a tick, a bit a slot. So actions go by
// (tick, slot) and nothing is sorted. An action further ahead is marked when its tick comes near.
#pragma once

#include "emu/kernel/rare.h"
#include "emu/kernel/time.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace ixp {

template <unsigned Slots> class Calendar {
public:
  static_assert(Slots <= 32);
  Calendar() { at_.fill(kNever); }

  // Sets the next action of a slot and replaces its previous one. `t` is not before `now`.
  void set(unsigned slot, Tick t, Tick now) {
    at_[slot] = t;
    if (t - now < kTicks) [[likely]]
      mark(slot, t);
    else
      far_ = std::min(far_, t);
  }
  Tick at(unsigned slot) const { return at_[slot]; }

  // The tick of the first action from `now` on, if it is before `limit`; else `limit` or later.
  [[gnu::always_inline]] Tick next(Tick now, Tick limit) {
    const Tick near = first_marked(now);
    if (near < far_) [[likely]]
      return near;
    return far_ >= limit ? near : come_near(near);
  }
  // Takes the first slot that acts at `t`, if it is below `end`; returns kNone when there is none.
  unsigned take(Tick t, unsigned end = kNone) {
    uint32_t& due = due_[t % kTicks];
    while (due) {
      const auto slot = static_cast<unsigned>(std::countr_zero(due));
      if (slot >= end) return kNone;
      due &= due - 1;
      if (at_[slot] == t) return slot; // otherwise it was set to another tick since
    }
    busy_[t % kTicks / 64] &= ~(uint64_t{1} << t % 64);
    return kNone;
  }
  static constexpr unsigned kNone = 32;

private:
  static constexpr unsigned kTicks = 1024, kWords = kTicks / 64;

  void mark(unsigned slot, Tick t) {
    const unsigned i = t % kTicks;
    due_[i] |= 1u << slot;
    busy_[i / 64] |= uint64_t{1} << i % 64;
  }
  // Marks lie within kTicks from `now` on.
  [[gnu::always_inline]] Tick first_marked(Tick now) const {
    const unsigned i = now % kTicks;
    if (const uint64_t here = busy_[i / 64] >> i % 64) [[likely]]
      return now + static_cast<unsigned>(std::countr_zero(here));
    // Then the words behind it, and at last the first bits of its own.
    for (unsigned ahead = 1; ahead <= kWords; ++ahead)
      if (const uint64_t there = busy_[(i / 64 + ahead) % kWords])
        return now - i % 64 + ahead * 64 + static_cast<unsigned>(std::countr_zero(there));
    return kNever;
  }
  // Marks a distant action that comes at or before the first mark.
  IXP_RARE Tick come_near(Tick near) {
    const Tick first = far_;
    far_ = kNever;
    for (unsigned slot = 0; slot < Slots; ++slot)
      if (at_[slot] == kNever || at_[slot] < first)
        continue;
      else if (at_[slot] - first < kTicks)
        mark(slot, at_[slot]);
      else
        far_ = std::min(far_, at_[slot]);
    return std::min(near, first);
  }

  std::array<uint32_t, kTicks> due_{};
  std::array<uint64_t, kWords> busy_{}; // ticks with a bit set in due_
  Tick far_ = kNever;                   // first slot that is not marked
  std::array<Tick, Slots> at_;
};

} // namespace ixp

// The slots that may act at each of the next ticks: a word a tick, a bit a slot. So actions go by
// (tick, slot) and nothing is sorted. Only the first tick is known for actions further ahead.
#pragma once

#include "emu/kernel/time.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace ixp {

class Calendar {
public:
  // Marks an action of the slot with this bit. `t` is not before `now`. Earlier marks of the slot
  // stay.
  void mark(uint32_t slot_bit, Tick t, Tick now) {
    if (t - now < kTicks) [[likely]]
      mark(slot_bit, t);
    else
      far_ = std::min(far_, t);
  }

  // The tick of the first action that was too far ahead to be marked, and of the first mark from
  // `now` on; kNever: there is none. Marks lie within kTicks from `now` on.
  Tick far() const { return far_; }
  void forget_far() { far_ = kNever; }
  [[gnu::always_inline]] Tick first(Tick now) const {
    const unsigned i = now % kTicks;
    if (const uint64_t here = busy_[i / 64] >> i % 64) [[likely]]
      return now + static_cast<unsigned>(std::countr_zero(here));
    // Then the words behind it, and at last the first bits of its own.
    for (unsigned ahead = 1; ahead <= kWords; ++ahead)
      if (const uint64_t there = busy_[(i / 64 + ahead) % kWords])
        return now - i % 64 + ahead * 64 + static_cast<unsigned>(std::countr_zero(there));
    return kNever;
  }

  // Takes the slots below `end` that are marked at `t`, the first one first: calls f(slot), which
  // may mark further ones.
  template <class F> [[gnu::always_inline]] void take(Tick t, unsigned end, F f) {
    uint32_t& due = due_[t % kTicks];
    while (due) {
      const auto slot = static_cast<unsigned>(std::countr_zero(due));
      if (slot >= end) return;
      due &= due - 1;
      f(slot);
    }
    busy_[t % kTicks / 64] &= ~(uint64_t{1} << t % 64);
  }
  static constexpr unsigned kAll = 32; // slots

private:
  static constexpr unsigned kTicks = 1024, kWords = kTicks / 64;

  void mark(uint32_t slot_bit, Tick t) {
    const unsigned i = t % kTicks;
    due_[i] |= slot_bit;
    busy_[i / 64] |= uint64_t{1} << i % 64;
  }

  std::array<uint32_t, kTicks> due_{};
  std::array<uint64_t, kWords> busy_{}; // ticks with a bit set in due_
  Tick far_ = kNever;
};

} // namespace ixp

// Things that will happen, in a ring buffer ordered by tick; equal ticks in the order of arrival.
// Nearly everything arrives in order, so the search for the place goes from the back.
#pragma once

#include "emu/kernel/time.h"

#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

namespace ixp {

template <class T> class TimedQueue {
public:
  bool empty() const { return head_ == tail_; }
  unsigned size() const { return tail_ - head_; }
  // The tick of the first entry, kNever when there is none.
  Tick next() const { return empty() ? kNever : at(head_).tick; }
  Tick last() const { return at(tail_ - 1).tick; } // not when empty
  const T& front() const { return at(head_).value; }

  void push(Tick tick, T value) {
    if (size() == ring_.size()) grow();
    unsigned place = tail_++;
    for (; place != head_ && at(place - 1).tick > tick; --place)
      at(place) = std::move(at(place - 1));
    at(place) = {tick, std::move(value)};
  }
  T pop() {
    assert(!empty());
    return std::move(at(head_++).value);
  }

private:
  struct Entry {
    Tick tick;
    T value;
  };
  static constexpr unsigned kFirstSize = 16; // a power of two

  Entry& at(unsigned i) { return ring_[i & (ring_.size() - 1)]; }
  const Entry& at(unsigned i) const { return ring_[i & (ring_.size() - 1)]; }
  void grow() {
    std::vector<Entry> larger(ring_.size() * 2);
    for (unsigned i = head_; i != tail_; ++i)
      larger[i & (larger.size() - 1)] = std::move(at(i));
    ring_ = std::move(larger);
  }

  std::vector<Entry> ring_{kFirstSize};
  unsigned head_ = 0, tail_ = 0; // count up and wrap; the difference is the size
};

} // namespace ixp

// Future events in a ring buffer, ordered by tick; equal ticks keep the order of arrival. Nearly
// all arrive in order, so the position is searched from the back.
#pragma once

#include "emu/kernel/rare.h"
#include "emu/kernel/time.h"

#include <cstdint>
#include <memory>
#include <utility>

namespace ixp {

template <class T> class TimedQueue {
public:
  bool empty() const { return head_ == tail_; }
  unsigned size() const { return tail_ - head_; }
  // Tick of the first entry, kNever if there is none.
  Tick next() const { return first_; }
  const T& front() const { return at(head_).value; }

  template <class F> void for_each(F f) const {
    for (unsigned i = head_; i != tail_; ++i)
      f(at(i).tick, at(i).value);
  }

  template <class Is> void erase_if(Is is) {
    unsigned kept = head_;
    for (unsigned i = head_; i != tail_; ++i)
      if (!is(at(i).value)) at(kept++) = std::move(at(i));
    tail_ = kept;
    first_ = first();
  }

  [[gnu::always_inline]] void push(Tick tick, T value) {
    if (size() > mask_) [[unlikely]]
      grow();
    unsigned position = tail_++;
    if (tick < last_)
      for (; position != head_ && at(position - 1).tick > tick; --position)
        at(position) = std::move(at(position - 1));
    else
      last_ = tick;
    at(position) = {tick, std::move(value)};
    if (tick < first_) first_ = tick;
  }
  [[gnu::always_inline]] T pop() { // not of an empty queue
    T value = std::move(at(head_++).value);
    first_ = first();
    return value;
  }

private:
  struct Entry {
    Tick tick;
    [[no_unique_address]] T value;
  };
  static constexpr unsigned kFirstSize = 16; // a power of two

  Entry& at(unsigned i) { return ring_.get()[i & mask_]; }
  const Entry& at(unsigned i) const { return ring_.get()[i & mask_]; }
  Tick first() const { return empty() ? kNever : at(head_).tick; }
  IXP_RARE [[gnu::noinline]] void grow() {
    const unsigned mask = mask_ * 2 + 1;
    auto larger = std::make_unique<Entry[]>(mask + 1);
    for (unsigned i = head_; i != tail_; ++i)
      larger[i & mask] = std::move(at(i));
    ring_ = std::move(larger);
    mask_ = mask;
  }

  std::unique_ptr<Entry[]> ring_ = std::make_unique<Entry[]>(kFirstSize);
  unsigned mask_ = kFirstSize - 1;
  unsigned head_ = 0, tail_ = 0; // count up and wrap; the difference is the size
  Tick first_ = kNever;          // next()
  Tick last_ = 0;                // not before any entry
};

} // namespace ixp

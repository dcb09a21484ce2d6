// Commands on their way through a memory unit. Each has two moments, both known when the command
// is accepted: the effect (memory is read or modified, words are pulled) and, not earlier, done
// (words are pushed, signals set).
//
// Effects that no microengine can see happening (a read takes its snapshot, an enqueue nobody waits
// for) need no step() of their own: they are caught up on, in order and with their own tick, before
// the next thing that can be seen. That keeps the common read at one step and a plain enqueue at
// none.
#pragma once

#include "emu/kernel/time.h"
#include "emu/memory/timed_queue.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ixp {

// What a flight type brings along; derive from it.
struct FlightTimes {
  Tick effect = 0;
  Tick done = kNever;    // kNever: the effect is all there is
  bool observed = false; // the effect pulls or signals, so it needs a step
  // The microengine has been told of `done`, and takes the words when its own time is there; that
  // may be before or after the effect. Then Flights::complete().
  bool told = false;
  bool performed = false, completed = false; // kept by Flights
};

// Effects that nobody sees are worked out before so many wait.
constexpr unsigned kSettleAt = 12;

template <class Flight> class Flights {
public:
  // A flight to fill in; it still holds what an earlier one left. Valid until the next create().
  Flight& create() {
    if (free_.empty()) {
      free_.push_back(static_cast<uint32_t>(pool_.size()));
      pool_.emplace_back();
    }
    created_ = free_.back();
    free_.pop_back();
    Flight& flight = pool_[created_];
    flight.told = flight.performed = flight.completed = false;
    return flight;
  }
  uint32_t created() const { return created_; }
  // The created one is filled in.
  void launch() {
    const Flight& flight = pool_[created_];
    effects_.push(flight.effect, created_);
    observed_ += flight.observed;
    if (!flight.told && flight.done != kNever && flight.done != flight.effect)
      completions_.push(flight.done, created_);
  }

  unsigned waiting() const { return effects_.size(); } // for their effects

  // The tick of the next step.
  Tick next() const {
    const Tick effect = observed_ ? effects_.next() : kNever;
    return std::min(effect, completions_.next());
  }

  // Everything due at `now`, effects before completions.
  template <class Perform, class Finish> void step(Tick now, Perform perform, Finish finish) {
    while (effects_.next() <= now)
      act(effects_.pop(), perform, finish);
    while (completions_.next() <= now) {
      const uint32_t id = completions_.pop();
      finish(pool_[id]);
      free_.push_back(id);
    }
  }

  // The effects due at `now` that nobody sees happening, up to the first that somebody does.
  template <class Perform> void catch_up(Tick now, Perform perform) {
    while (effects_.next() <= now && !pool_[effects_.front()].observed)
      act(effects_.pop(), perform, [](Flight&) {});
  }

  // A flight that was told of. Once it has been performed and completed it is over; what it holds
  // is there until the next create().
  Flight& at(uint32_t id) { return pool_[id]; }
  void complete(uint32_t id) {
    pool_[id].completed = true;
    if (pool_[id].performed) free_.push_back(id);
  }

  bool empty() const { return pool_.size() == free_.size(); }
  // All flights, in no particular order.
  template <class F> void for_each(F f) const {
    std::vector<bool> free(pool_.size());
    for (const uint32_t id : free_)
      free[id] = true;
    for (uint32_t id = 0; id < pool_.size(); ++id)
      if (!free[id]) f(pool_[id]);
  }

private:
  template <class Perform, class Finish> void act(uint32_t id, Perform perform, Finish finish) {
    Flight& flight = pool_[id];
    observed_ -= flight.observed;
    perform(flight);
    if (flight.told) {
      flight.performed = true;
      if (flight.completed) free_.push_back(id);
      return;
    }
    if (flight.done == flight.effect) finish(flight);
    if (flight.done == flight.effect || flight.done == kNever) free_.push_back(id);
  }

  std::vector<Flight> pool_;
  std::vector<uint32_t> free_; // indices in the pool, as all numbers below
  uint32_t created_ = 0;
  TimedQueue<uint32_t> effects_, completions_;
  unsigned observed_ = 0;
};

} // namespace ixp

// Units tell microengines that run ahead when commands will be done, as soon as they know: when
// they take them. The signals then need no step of the unit, and neither do words for the issuer's
// own registers; words for others are pushed by the unit at the tick, as everything is where
// microengines do not run ahead.
#pragma once

#include "emu/kernel/command.h"
#include "emu/memory/flights.h"

namespace ixp {

// How a command signals.
enum class Signals : uint8_t {
  One,      // when it is done
  Apart,    // the even one of a pair with its effect, the odd one when it is done
  Together, // both of a pair when it is done
};

// `done`: what becomes of the words, filled in by the unit as far as it keeps the command until the
// microengine has come so far (`keeps`); the rest follows from the flight.
inline void tell_issuer(Requester& issuer, unsigned slot, const Command& c, Signals signals,
                        FlightTimes& f, Completion done, bool keeps) {
  if (f.done == kNever) return;
  done.ctx = c.ctx;
  uint16_t at_end = signal_bit(c.signal);
  if (signals != Signals::One && c.signal) {
    const uint16_t even = signal_bit(c.signal & ~1u), odd = signal_bit(c.signal | 1u);
    at_end = signals == Signals::Apart ? odd : even | odd;
    if (signals == Signals::Apart && even) {
      Completion effect;
      effect.ctx = c.ctx;
      effect.tick = f.effect;
      effect.signals = even;
      effect.order = completion_order(slot, 0);
      issuer.complete_at(effect);
    }
  }
  done.tick = f.done;
  done.known = f.effect;
  done.signals = at_end;
  done.order = completion_order(slot, f.done != f.effect);
  f.told = keeps;
  if (keeps || at_end) issuer.complete_at(done);
}

} // namespace ixp

// The common time reference: pulses that a board brings to its chip, period after period, each late
// by an offset, a jitter and the latency of its way. A pulse signals a context, or drives a pin of
// the GPIO high for a time. When pulses come is known from the start, so the chip is told of them
// well ahead, between two windows.
#pragma once

#include "emu/media/random.h"
#include "emu/network/wire.h"

#include <optional>
#include <vector>

namespace ixp {

// Where pulses go in one chip: a pin of the GPIO, for the program of the XScale, or a context.
struct PulseInput {
  std::optional<unsigned> gpio;
  NetTime width = 0;                    // how long the pin is high
  unsigned me = 0, ctx = 0, signal = 1; // of a context
  NetTime offset = 0;                   // of this chip's pulses behind the reference
  NetTime jitter = 0;                   // and up to so much more, each its own
  NetTime latency = 0;                  // from pulse to signal or pin
  std::vector<uint32_t> missed;         // pulses that do not come, by number from 0
};

class Pulses {
public:
  Pulses(WireChip& chip, const PulseInput& input, NetTime period, uint64_t seed, unsigned number);
  // Tells the chip of all pulses before `to` that are not before `from`; each call names a later
  // `to`.
  void announce(NetTime to, NetTime from = 0);
  uint64_t given() const { return given_; }

private:
  NetTime time_of_next();
  void give();

  WireChip& chip_;
  PulseInput input_;
  NetTime period_, next_at_;
  Random random_;
  uint64_t next_ = 0; // its number
  uint64_t given_ = 0;
};

} // namespace ixp

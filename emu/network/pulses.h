// The common time reference: periodic pulses that a board delivers to its chip, each delayed by an
// offset, a jitter and a path latency. A pulse signals a context, or drives a GPIO pin high for
// some time. The times are known from the start, so pulses are announced to the chip well ahead,
// between windows.
#pragma once

#include "base/random.h"
#include "emu/network/wire.h"

#include <optional>
#include <vector>

namespace ixp {

// Destination of pulses in one chip: a GPIO pin, for the XScale program, or a context.
struct PulseInput {
  std::optional<unsigned> gpio;
  NetTime width = 0;                    // time for which the pin is high
  unsigned me = 0, ctx = 0, signal = 1; // for a context
  NetTime offset = 0;                   // delay of this chip's pulses against the reference
  NetTime jitter = 0;                   // maximum random delay, different for each pulse
  NetTime latency = 0;                  // from pulse to signal or pin
  std::vector<uint32_t> missed;         // numbers (from 0) of pulses that are omitted
};

class Pulses {
public:
  Pulses(WireChip& chip, const PulseInput& input, NetTime period, uint64_t seed, unsigned number);
  // Announces the pulses in [from, to) to the chip; each call has a later `to`.
  void announce(NetTime to, NetTime from = 0);
  uint64_t given() const { return given_; }

private:
  NetTime time_of_next();
  void give();

  WireChip& chip_;
  PulseInput input_;
  NetTime period_, next_at_;
  Random random_;
  uint64_t next_ = 0; // number of the next pulse
  uint64_t given_ = 0;
};

} // namespace ixp

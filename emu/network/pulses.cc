#include "emu/network/pulses.h"

#include <algorithm>

namespace ixp {

Pulses::Pulses(WireChip& chip, const PulseInput& input, NetTime period, uint64_t seed,
               unsigned number)
    : chip_(chip), input_(input), period_(period), random_(seed, uint64_t{1} << 32 | number) {
  next_at_ = time_of_next();
}

// Pulse 0 is one period after the start: boot software has finished by then.
NetTime Pulses::time_of_next() {
  const NetTime jitter = input_.jitter ? random_.below(input_.jitter + 1) : 0;
  return (next_ + 1) * period_ + input_.offset + input_.latency + jitter;
}

void Pulses::announce(NetTime to, NetTime from) {
  for (; next_at_ < to; next_at_ = time_of_next()) {
    const auto number = static_cast<uint32_t>(next_++);
    if (next_at_ < from) continue;
    if (std::ranges::find(input_.missed, number) != input_.missed.end()) continue;
    give();
    ++given_;
  }
}

void Pulses::give() {
  const Tick tick = chip_.clock.tick_at(next_at_);
  if (input_.gpio) {
    control::XScale& core = *chip_.chip->xscale;
    core.drive_pin(tick, *input_.gpio, true);
    core.drive_pin(chip_.clock.tick_at(next_at_ + input_.width), *input_.gpio, false);
    return;
  }
  chip_.chip->microengines[input_.me]->signal_later(input_.ctx, signal_bit(input_.signal), tick);
}

} // namespace ixp

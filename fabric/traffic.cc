#include "fabric/traffic.h"

namespace ixp::fabric {

Sizes Sizes::drawn(std::vector<SharedKind> kinds) {
  Sizes s;
  for (const SharedKind& k : kinds) {
    s.packets += k.share;
    s.cells += k.share * k.cells;
  }
  s.kinds = std::move(kinds);
  return s;
}

Sizes Sizes::played(std::vector<Kind> sequence, uint32_t flows) {
  Sizes s;
  s.flows = flows;
  s.packets = sequence.size();
  for (const Kind& k : sequence)
    s.cells += k.cells;
  s.sequence = std::move(sequence);
  return s;
}

Source::Source(const TrafficConfig& config, unsigned ports, unsigned input, uint64_t seed)
    : config_(config), ports_(ports), input_(input), random_(seed, input), begins_(beginning()) {
  // All inputs play the same frames, each from a different start.
  played_ = config.sizes.sequence.size() * input / ports;
}

// Notation: S cells per packet on average, B packets per burst, load r. On-off: on for BS slots,
// off for BS (1 - r) / r, a geometric number from 0 on with mean (1 - q) / q: q = r / (r + BS (1 -
// r)). Bernoulli: r / S.
Source::Chance Source::beginning() const {
  const Sizes& s = config_.sizes;
  if (config_.arrivals == Arrivals::Bernoulli)
    return {config_.load * s.packets, kMillion * s.cells};
  const uint64_t burst = config_.arrivals == Arrivals::Bursty ? config_.burst_packets : 1;
  const uint64_t on = config_.load * s.packets;
  return {on, on + burst * s.cells * (kMillion - config_.load)};
}

Kind Source::kind() {
  const Sizes& s = config_.sizes;
  if (!s.sequence.empty()) {
    const Kind k = s.sequence[played_];
    played_ = (played_ + 1) % s.sequence.size();
    return k;
  }
  uint64_t x = s.kinds.size() > 1 ? random_.below(s.packets) : 0;
  size_t k = 0;
  for (; x >= s.kinds[k].share; ++k)
    x -= s.kinds[k].share;
  return s.kinds[k];
}

unsigned Source::destination() {
  switch (config_.destinations) {
  case Destinations::Uniform: break;
  case Destinations::HotSpot:
    if (happens({config_.hot_share, kMillion})) return config_.hot_output;
    break;
  case Destinations::Flows: return 0; // determined by the packet
  case Destinations::Diagonal: return (input_ + (random_.below(3) == 2)) % ports_;
  }
  return static_cast<unsigned>(random_.below(ports_));
}

std::optional<Draw> Source::next() {
  if (in_burst_) in_burst_ = !random_.one_in(config_.burst_packets);
  if (!in_burst_) {
    if (!happens(begins_)) return {};
    burst_output_ = static_cast<uint8_t>(destination());
    in_burst_ = config_.arrivals == Arrivals::Bursty;
  }
  Draw draw{kind(), burst_output_, {}};
  if (config_.destinations == Destinations::Flows)
    draw.output = static_cast<uint8_t>((draw.flow + input_) % ports_);
  return draw;
}

} // namespace ixp::fabric

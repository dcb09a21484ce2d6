#include "emu/report/sampler.h"

#include "emu/me/state.h"

#include <algorithm>

namespace ixp {

Sampler::Sampler(Simulation& sim) : sim_(sim) {
  sim.chip().rx.add_observer(*this);
  sim.chip().tx.add_observer(*this);
  look();
}

double Sampler::tick_of(uint64_t cycle) const {
  return static_cast<double>(cycle * sim_.system().params.clock_me_div);
}

// A line without a rate moves the bytes of a frame evenly.
double Sampler::ticks_a_byte(const FrameRecord& r) const {
  const PortConfig& port = sim_.system().ports.at(r.port);
  const uint64_t mbps =
      r.direction == Direction::Rx ? port.rx->port.rate_mbps : port.tx->port.rate_mbps;
  if (mbps == 0) return static_cast<double>(r.eop - r.sop) / static_cast<double>(r.bytes.size());
  return 8e-6 * static_cast<double>(sim_.system().params.pll_hz()) / static_cast<double>(mbps);
}

// A frame is known when its last byte has crossed; samples since its first byte get their part.
void Sampler::frame_crossed(const FrameRecord& r) {
  const bool rx = r.direction == Direction::Rx;
  const PortStats& stats = rx ? sim_.chip().rx.stats(r.port) : sim_.chip().tx.stats(r.port);
  LineUse& line = (rx ? received_ : transmitted_)[r.port];
  const double before = line.before + line.bytes;
  const double bytes = static_cast<double>(stats.line_bytes) - before;
  const double from = std::max(static_cast<double>(r.sop), line.to); // sop is rounded to ticks
  line = {before, bytes, from, from + bytes * ticks_a_byte(r)};
  for (auto s = samples_.rbegin(); s != samples_.rend() && tick_of(s->cycle) > from; ++s)
    ((*s).*(rx ? &Sample::received : &Sample::transmitted))[r.port] = line.by(tick_of(s->cycle));
}

Sample Sampler::sample() const {
  Sample s;
  s.cycle = sim_.cycle();
  for (unsigned port = 0; port < kMaxPorts; ++port) {
    s.received[port] = received_[port].by(tick_of(s.cycle));
    s.transmitted[port] = transmitted_[port].by(tick_of(s.cycle));
  }
  for (const RingConfig& ring : sim_.system().rings)
    s.depths.push_back(static_cast<unsigned>(sim_.chip().scratch.ring_words(ring.number).size()));
  return s;
}

void Sampler::look() {
  samples_.push_back(sample());
  count_waiting();
  if (samples_.size() > kMost) thin();
}

void Sampler::count_waiting() {
  if (sim_.ended()) return;
  for (const MicroengineConfig& config : sim_.system().microengines) {
    const me::MeState& s = sim_.microengine(config.index).state();
    for (unsigned c = 0; c < kContexts; ++c)
      if (s.ctx_enables >> (8 + c) & 1 && !(s.ready >> c & 1) && s.running != static_cast<int>(c) &&
          s.ctx[c].has_run)
        waiting_[{config.index, s.ctx[c].slept_at}] += interval_;
  }
}

void Sampler::thin() {
  std::vector<Sample> kept{samples_.front()};
  for (size_t i = 2; i < samples_.size(); i += 2) {
    kept.push_back(samples_[i]);
    for (size_t r = 0; r < kept.back().depths.size(); ++r)
      kept.back().depths[r] = std::max(kept.back().depths[r], samples_[i - 1].depths[r]);
  }
  samples_ = std::move(kept);
  interval_ *= 2;
}

} // namespace ixp

#include "emu/report/sampler.h"

#include "emu/me/state.h"

#include <algorithm>

namespace ixp {

static Sample sample_of(Simulation& sim) {
  Sample s;
  s.cycle = sim.cycle();
  for (const auto& [port, config] : sim.system().ports) {
    if (config.rx) s.received[port] = sim.chip().rx.stats(port).line_bytes;
    if (config.tx) s.transmitted[port] = sim.chip().tx.stats(port).line_bytes;
  }
  for (const RingConfig& ring : sim.system().rings)
    s.depths.push_back(static_cast<unsigned>(sim.chip().scratch.ring_words(ring.number).size()));
  return s;
}

void Sampler::look() {
  samples_.push_back(sample_of(sim_));
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

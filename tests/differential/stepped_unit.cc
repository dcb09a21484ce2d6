#include "tests/differential/stepped_unit.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ixp::test {

void SteppedDataBus::carry(Transfer& t, Tick first, unsigned words, Tick length) {
  carry_spaced(t, first, words * static_cast<unsigned>((length + slot - 1) / slot), slot);
  t.last = first + (words - 1) * length;
}

void SteppedDataBus::carry_spaced(Transfer& t, Tick first, unsigned words, Tick spacing) {
  t = {first, first + (words - 1) * spacing, spacing, words, 0, offered_.size(), 0};
  offered_.push_back(&t);
}

void SteppedDataBus::run() {
  std::ranges::sort(offered_, {}, [](const Transfer* t) { return std::pair(t->first, t->rank); });
  std::vector<Transfer*> waiting; // by rank
  auto next = offered_.begin();
  for (Tick number = 0; next != offered_.end() || !waiting.empty(); ++number) {
    if (waiting.empty()) number = std::max(number, (*next)->first / slot); // skips idle slots
    for (; next != offered_.end() && (*next)->first / slot <= number; ++next)
      waiting.insert(std::ranges::lower_bound(waiting, (*next)->rank, {}, &Transfer::rank), *next);
    step(number, waiting);
  }
}

void SteppedDataBus::step(Tick number, std::vector<Transfer*>& waiting) {
  for (auto w = waiting.begin(); w != waiting.end(); ++w) {
    Transfer& t = **w;
    const Tick wanted = (t.first + t.moved * t.spacing) / slot;
    if (wanted > number) continue;
    ++t.moved;
    t.late = (number - wanted) * slot;
    if (t.moved == t.slots) waiting.erase(w);
    return;
  }
}

SteppedDataBuses::SteppedDataBuses(const Params& p)
    : quadword(p.bus_d_cycles_per_quadword * p.clock_me_div),
      s_pull{SteppedDataBus(p.clock_bus_div), SteppedDataBus(p.clock_bus_div)},
      s_push{SteppedDataBus(p.clock_bus_div), SteppedDataBus(p.clock_bus_div)},
      d_pull(std::gcd(p.clock_bus_div, quadword)), d_push(d_pull.slot) {}

Tick SteppedDataBuses::length(const Command& c) const {
  return c.file == XferFile::S ? s_pull[0].slot : quadword;
}
SteppedDataBus& SteppedDataBuses::pull(const Command& c) {
  return c.file == XferFile::S ? s_pull[c.data_me / 4] : d_pull;
}
SteppedDataBus& SteppedDataBuses::push(const Command& c) {
  return c.file == XferFile::S ? s_push[c.data_me / 4] : d_push;
}

// A latency counts from the issue; a command has used bus.command_latency of it when it arrives.
Tick after_arrival(const Params& p, uint64_t latency) {
  return p.clock_me_div * (std::max(latency, p.bus_command_latency + 1) - p.bus_command_latency);
}

SteppedRow row_of(const Params& p, mev2::Opcode op) {
  const auto left = [&](uint64_t latency) { return after_arrival(p, latency); };
  switch (op) {
#define MEV2_COMMAND(name, kind, effect, done, service)                                            \
  case mev2::Opcode::name:                                                                         \
    return {std::min(left(p.effect), left(p.done)), left(p.done), p.service * p.clock_me_div,      \
            Signals::kind};
#include "isa/isa_commands.inc" // generated
#undef MEV2_COMMAND
  default: return {};
  }
}

void SteppedUnit::settle_effect(Job& job) {
  while (!before_.empty() && before_.front()->effect < job.granted)
    before_.pop_front();
  job.effect = std::max(job.least_effect, job.pulled.end());
  for (const Job* earlier : before_)
    if (in_order(*earlier, job)) job.effect = std::max(job.effect, earlier->effect);
  before_.push_back(&job);
}

} // namespace ixp::test

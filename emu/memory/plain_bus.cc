#include "emu/memory/plain_bus.h"

namespace ixp {

// The first edge at least a microengine cycle after its issue.
Tick PlainBus::first_opportunity(const Command& c) const {
  const Tick period = cycle_.value();
  return (c.issued + params_.me(1) + period - 1) / period * period;
}

// Acts in every bus cycle while a command waits.
void PlainBus::step(Tick now) {
  offer_again(now);
  const unsigned last = last_;
  for (unsigned i = 1; i <= kSize; ++i)
    if (offer((last + i) % kSize, now)) break;
  schedule(quiet() ? kNever : now + cycle_.value());
}

// True if the first command of this member was granted.
bool PlainBus::offer(unsigned member, Tick now) {
  if (fifos_[member].size() == 0) return false;
  InFlight& t = fifos_[member].front();
  const Command& c = t.command;
  First& first = firsts_[member];
  const Tick opportunity = first_opportunity(c);
  MemoryUnit& unit = router_.unit_of(c);
  if (opportunity > now || first.waits || !its_turn(unit, c, now)) return false;
  const Tick undelayed = c.issued + params_.me(params_.bus_command_latency);
  if (const Tick room = unit.accept(t, now, std::max(undelayed + (now - opportunity), now + 1))) {
    first.refused = first.waits = true;
    refused(room);
    return false;
  }
  unit.last_cluster = cluster_;
  first = {};
  granted(member, t, opportunity, now);
  return true;
}

// False if the other cluster goes first: this one had the unit last, and a refused command there
// could now be granted.
bool PlainBus::its_turn(const MemoryUnit& unit, const Command& c, Tick now) const {
  const auto* others = static_cast<const PlainBus*>(other());
  if (!others || unit.last_cluster != cluster_ || !unit.can_accept(c, now)) return true;
  for (unsigned member = 0; member < kSize; ++member) {
    const First& first = others->firsts_[member];
    if (!first.refused || first.waits) continue;
    const Command& theirs = others->fifos_[member].front().command;
    if (&router_.unit_of(theirs) == &unit && unit.can_accept(theirs, now)) return false;
  }
  return true;
}

void PlainBus::retry() {
  for (First& first : firsts_)
    first.waits = false;
}

} // namespace ixp

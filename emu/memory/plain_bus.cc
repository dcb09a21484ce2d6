#include "emu/memory/plain_bus.h"

#include <algorithm>

namespace ixp {

Command* PlainBus::place(unsigned me) {
  const unsigned member = me % kSize;
  return fifos_[member].size() < depth_ ? &next_[member] : nullptr;
}

void PlainBus::post(unsigned me) {
  const unsigned member = me % kSize;
  fifos_[member].push_back({next_[member]});
  schedule_by(first_opportunity(next_[member]));
}

// The first edge a microengine cycle behind its issue.
Tick PlainBus::first_opportunity(const Command& c) const {
  const Tick period = edges_.period();
  return (c.issued + me_cycle_ + period - 1) / period * period;
}

// In every bus cycle, as long as a command waits.
void PlainBus::step(Tick now) {
  for (unsigned i = 1; i <= kSize; ++i)
    if (offer((last_ + i) % kSize, now)) {
      last_ = (last_ + i) % kSize;
      break;
    }
  schedule(quiet() ? kNever : now + edges_.period());
}

// True: the first command of this member was granted.
bool PlainBus::offer(unsigned member, Tick now) {
  if (fifos_[member].empty()) return false;
  Waiting& first = fifos_[member].front();
  const Tick opportunity = first_opportunity(first.command);
  Unit& unit = router_.unit_of(first.command);
  if (opportunity > now || first.waits || !its_turn(unit, first.command, now)) return false;
  const Tick undelayed = first.command.issued + latency_;
  if (unit.accept(first.command, now, std::max(undelayed + (now - opportunity), now + 1))) {
    unit.last_cluster = cluster_;
    granted(member, now);
    return true;
  }
  first.refused = first.waits = true;
  ++stats_.refused;
  return false;
}

// The other cluster goes first where this one had the unit last and a command there, refused
// before, could go to the unit now.
bool PlainBus::its_turn(const Unit& unit, const Command& c, Tick now) const {
  const auto* other = static_cast<const PlainBus*>(of_other_cluster());
  if (!other || unit.last_cluster != cluster_ || !unit.can_accept(c, now)) return true;
  return std::none_of(other->fifos_.begin(), other->fifos_.end(), [&](const Fifo& fifo) {
    return !fifo.empty() && fifo.front().refused && !fifo.front().waits &&
           &router_.unit_of(fifo.front().command) == &unit &&
           unit.can_accept(fifo.front().command, now);
  });
}

void PlainBus::granted(unsigned member, Tick now) {
  Fifo& fifo = fifos_[member];
  const Command& c = fifo.front().command;
  const Tick opportunity = first_opportunity(c);
  if (heard(events_)) tell_granted(c, opportunity, now);
  const auto issued = std::count_if(fifo.begin(), fifo.end(),
                                    [&](const Waiting& w) { return w.command.issued < now; });
  stats_.fifo_max[member] = std::max(stats_.fifo_max[member], static_cast<unsigned>(issued));
  ++stats_.commands;
  stats_.busy += edges_.period();
  stats_.waiting_ticks += now - opportunity;
  const bool was_full = fifo.size() == depth_;
  fifo.pop_front();
  if (was_full) microengines_[member]->fifo_advanced(now);
}

void PlainBus::retry() {
  for (Fifo& fifo : fifos_)
    if (!fifo.empty()) fifo.front().waits = false;
}

bool PlainBus::quiet() const {
  return std::all_of(fifos_.begin(), fifos_.end(), [](const Fifo& f) { return f.empty(); });
}

void PlainBus::list_commands(std::vector<Command>& out) const {
  for (const Fifo& fifo : fifos_)
    for (const Waiting& w : fifo)
      out.push_back(w.command);
}

} // namespace ixp

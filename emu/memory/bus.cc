#include "emu/memory/bus.h"

#include <algorithm>
#include <cassert>

namespace ixp {

using mev2::InstrClass;

static InstrClass class_of(unsigned opcode) {
  return mev2::info(static_cast<mev2::Opcode>(opcode)).cls;
}

void CommandRouter::set_absent(Unit& u) {
  for (unsigned op = 0; op < mev2::kOpcodes; ++op)
    by_opcode_[op] = class_of(op) == InstrClass::Sram ? nullptr : &u;
  sram_.fill(&u);
}

void CommandRouter::route(InstrClass cls, Unit& u) {
  for (unsigned op = 0; op < mev2::kOpcodes; ++op)
    if (class_of(op) == cls) by_opcode_[op] = &u;
}

void CommandRouter::retry() {
  for (CommandBus* bus : buses_)
    if (bus) bus->retry();
}

CommandBus::CommandBus(unsigned cluster, const Params& params, CommandRouter& router,
                       const std::array<Requester*, kMicroengines>& microengines)
    : router_(router), cluster_(static_cast<uint8_t>(cluster)),
      others_(0xfu << (1 - cluster) * kSize), edges_(params.clock_bus_div),
      latency_(params.me(params.bus_command_latency)), me_cycle_(params.me(1)),
      depth_(static_cast<unsigned>(params.me_cmd_fifo)) {
  assert(depth_ <= kDeepest);
  for (unsigned member = 0; member < kSize; ++member)
    fifos_[member].ring = rings_[member].data();
  std::copy_n(microengines.begin() + cluster * kSize, kSize, microengines_.begin());
  router.buses_[cluster] = this;
}

void CommandBus::post(unsigned me) {
  const unsigned member = me % kSize;
  Fifo& fifo = fifos_[member];
  Waiting& last = fifo.at(fifo.count);
  assert(fifo.count < depth_ && last.command.issued >= now());
  last.unit = &router_.unit_of(last.command);
  const Tick grantable = last.grantable = edges_.at_or_after(last.command.issued + me_cycle_);
  if (fifo.count++ == 0) {
    due_[member] = grantable;
    schedule_by(std::max(grantable, not_before_));
  }
}

void CommandBus::retry() {
  for (unsigned member = 0; member < kSize; ++member)
    due_[member] = fifos_[member].grantable();
  const Tick due = next_due();
  if (due != kNever) schedule_by(std::max({due, edges_.at_or_after(now()), not_before_}));
}

void CommandBus::listen(EventStream* events) {
  events_ = events;
  if (heard(events, EventKind::Granted))
    router_.besides_ |= CommandRouter::kHeard;
  else
    router_.besides_ &= ~CommandRouter::kHeard;
}

void CommandBus::tell_granted(const Command& c, Tick grantable, Tick now) {
  events_->add_command(EventKind::Granted, static_cast<Slot>(slot()), now, source_of(c), c,
                       grantable);
}

void CommandBus::see_to(unsigned member, const Waiting& granted, Tick now) {
  router_.besides_ &= ~bit(member);
  if (heard(events_, EventKind::Granted)) tell_granted(granted.command, granted.grantable, now);
}

[[gnu::always_inline]] inline bool CommandBus::grant(unsigned member, Unit& unit, Tick now) {
  Fifo& fifo = fifos_[member];
  const Waiting& first = fifo.front();
  const Tick waited = now - first.grantable;
  const Tick arrival = std::max(first.command.issued + latency_ + waited, now + 1);
  if (!unit.accept(first.command, now, arrival)) return false;
  unit.last_cluster = cluster_;
  if (router_.besides_) [[unlikely]]
    see_to(member, first, now);
  if (fifo.count > stats_.fifo_max[member]) note_depth(member, now);
  ++stats_.commands;
  stats_.busy += edges_.period();
  stats_.waiting_ticks += waited;
  last_granted_ = member;
  const bool was_full = fifo.count == depth_;
  fifo.head = (fifo.head + 1) % kDeepest;
  --fifo.count;
  due_[member] = fifo.grantable();
  if (was_full) microengines_[member]->fifo_advanced(now);
  return true;
}

void CommandBus::step(Tick now) {
  not_before_ = now + edges_.period();
  const unsigned last = last_granted_;
  for (unsigned i = 1; i <= kSize; ++i) {
    const unsigned member = (last + i) % kSize;
    if (due_[member] > now) continue;
    const Waiting& front = fifos_[member].front();
    if (router_.besides_ & others_) [[unlikely]]
      if (others_turn(front, now)) continue;
    if (grant(member, *front.unit, now)) break;
    due_[member] = kNever; // until retry()
    router_.besides_ |= bit(member);
    ++stats_.refused;
  }
  const Tick due = next_due();
  schedule(due == kNever ? kNever : std::max(due, not_before_));
}

// The unit took a command of this cluster last, and one of the other that it refused before could
// go to it now.
bool CommandBus::others_turn(const Waiting& first, Tick now) const {
  const Unit& unit = *first.unit;
  const CommandBus* other = of_other_cluster();
  return other && unit.last_cluster == cluster_ && unit.can_accept(first.command, now) &&
         other->waits_for(unit, now);
}

bool CommandBus::waits_for(const Unit& unit, Tick now) const {
  for (unsigned member = 0; member < kSize; ++member) {
    if (!(router_.besides_ & bit(member)) || due_[member] == kNever) continue;
    const Waiting& front = fifos_[member].front();
    if (front.unit == &unit && unit.can_accept(front.command, now)) return true;
  }
  return false;
}

// Only what has been issued counts: who posts ahead of time must not look busier than who does not.
void CommandBus::note_depth(unsigned member, Tick now) {
  const Fifo& fifo = fifos_[member];
  unsigned issued = 0;
  while (issued < fifo.count && fifo.at(issued).command.issued < now)
    ++issued;
  stats_.fifo_max[member] = std::max(stats_.fifo_max[member], issued);
}

Tick CommandBus::next_due() const {
  return std::min(std::min(due_[0], due_[1]), std::min(due_[2], due_[3]));
}

void CommandBus::list_commands(std::vector<Command>& out) const {
  for (const Fifo& fifo : fifos_)
    for (unsigned i = 0; i < fifo.count; ++i)
      out.push_back(fifo.at(i).command);
}

bool CommandBus::quiet() const {
  return std::all_of(fifos_.begin(), fifos_.end(), [](const Fifo& f) { return f.count == 0; });
}

} // namespace ixp

#include "emu/memory/bus.h"

#include <algorithm>
#include <cassert>

namespace ixp {

using mev2::InstrClass;

static InstrClass class_of(unsigned opcode) {
  return mev2::info(static_cast<mev2::Opcode>(opcode)).cls;
}

void CommandRouter::set_absent(MemoryUnit& u) {
  for (unsigned op = 0; op < mev2::kOpcodes; ++op)
    by_opcode_[op] = class_of(op) == InstrClass::Sram ? nullptr : &u;
  sram_.fill(&u);
}

void CommandRouter::route(InstrClass cls, MemoryUnit& u) {
  for (unsigned op = 0; op < mev2::kOpcodes; ++op)
    if (class_of(op) == cls) by_opcode_[op] = &u;
}

void CommandRouter::retry_at(Tick room) {
  room_at_ = std::min(room_at_, room);
  for (CommandBus* bus : buses_)
    if (bus) bus->act_by(bus->cycle_.round_up(room_at_));
}

void CommandRouter::retry() {
  room_at_ = kNever;
  for (CommandBus* bus : buses_)
    if (bus) bus->retry();
}

CommandBus::CommandBus(unsigned cluster, const Params& params, CommandRouter& router,
                       const MemoryWiring& wiring)
    : params_(params), router_(router), cluster_(static_cast<uint8_t>(cluster)),
      cycle_(params.clock_bus_div), latency_(params.me(params.bus_command_latency)),
      fifos_{CommandFifo(*wiring.pool, *this, params), CommandFifo(*wiring.pool, *this, params),
             CommandFifo(*wiring.pool, *this, params), CommandFifo(*wiring.pool, *this, params)},
      others_(0xfu << (1 - cluster) * kSize) {
  std::copy_n(wiring.microengines.begin() + cluster * kSize, kSize, microengines_.begin());
  router.buses_[cluster] = this;
}

void CommandBus::retry() {
  for (CommandFifo& fifo : fifos_)
    fifo.retry();
}

void CommandBus::refused(Tick room) {
  ++stats_.refused;
  router_.retry_at(room);
}

void CommandBus::listen(EventStream* events) {
  events_ = events;
  if (heard(events, EventKind::Granted))
    router_.besides_ |= CommandRouter::kHeard;
  else
    router_.besides_ &= ~CommandRouter::kHeard;
}

void CommandBus::tell_granted(unsigned member, const InFlight& t, Tick grantable, Tick now) {
  router_.besides_ &= ~bit(member);
  if (heard(events_, EventKind::Granted))
    events_->add_command(EventKind::Granted, static_cast<Slot>(slot()), now, source_of(t.command),
                         t.command, grantable);
}

[[gnu::always_inline]] inline bool CommandBus::grant(unsigned member, Tick now) {
  CommandFifo& fifo = fifos_[member];
  InFlight& t = fifo.front();
  const Tick arrival = std::max(t.command.issued + latency_ + (now - t.grantable), now + 1);
  MemoryUnit& unit = router_.unit_of(t.command);
  if (const Tick room = unit.accept(t, now, arrival)) {
    fifo.refused();
    router_.besides_ |= bit(member);
    refused(room);
    return false;
  }
  unit.last_cluster = cluster_;
  granted(member, t, t.grantable, now);
  return true;
}

IXP_OFTEN void CommandBus::step(Tick now) {
  offer_again(now);
  const unsigned last = last_;
  for (unsigned i = 1; i <= kSize; ++i) {
    const unsigned member = (last + i) % kSize;
    if (fifos_[member].due() > now) continue;
    if (router_.besides_ & others_) [[unlikely]]
      if (others_turn(fifos_[member].front(), now)) continue;
    if (grant(member, now)) break;
  }
  Tick next = std::max(next_due(), now + cycle_.value());
  if (router_.room_at_ != kNever) [[unlikely]]
    next = std::min(next, cycle_.round_up(router_.room_at_));
  schedule(next);
}

// True if the unit last took a command of this cluster, and now has space for a refused one of the
// other cluster.
bool CommandBus::others_turn(const InFlight& first, Tick now) const {
  const MemoryUnit& unit = router_.unit_of(first.command);
  return other() && unit.last_cluster == cluster_ && unit.can_accept(first.command, now) &&
         other()->waits_for(unit, now);
}

bool CommandBus::waits_for(const MemoryUnit& unit, Tick now) const {
  for (unsigned member = 0; member < kSize; ++member) {
    if (!(router_.besides_ & bit(member)) || fifos_[member].due() == kNever) continue;
    const Command& front = fifos_[member].front().command;
    if (&router_.unit_of(front) == &unit && unit.can_accept(front, now)) return true;
  }
  return false;
}

Tick CommandBus::next_due() const {
  return std::min(std::min(fifos_[0].due(), fifos_[1].due()),
                  std::min(fifos_[2].due(), fifos_[3].due()));
}

void CommandBus::list_commands(std::vector<Command>& out) const {
  for (const CommandFifo& fifo : fifos_)
    for (unsigned i = 0; i < fifo.size(); ++i)
      out.push_back(fifo.at(i).command);
}

bool CommandBus::quiet() const {
  return std::all_of(fifos_.begin(), fifos_.end(),
                     [](const CommandFifo& f) { return f.size() == 0; });
}

} // namespace ixp

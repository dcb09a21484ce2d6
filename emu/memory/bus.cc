#include "emu/memory/bus.h"

#include "mecc/target/isa.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace ixp {

CommandRouter::CommandRouter(std::array<Requester*, kMicroengines> requesters, HazardSink& hazards)
    : requesters_(requesters), hazards_(hazards) {}

Unit* CommandRouter::unit_of(const Command& c) const {
  switch (mev2::info(c.op).cls) {
  case mev2::InstrClass::Sram: return sram_[c.address >> 30];
  case mev2::InstrClass::Scratch: return scratch_;
  case mev2::InstrClass::Dram: return dram_;
  case mev2::InstrClass::Hash: return hash_;
  case mev2::InstrClass::Cap: return cap_;
  case mev2::InstrClass::Msf: return msf_;
  default: return nullptr;
  }
}

void CommandRouter::refuse(const Command& c, Tick now) {
  hazards_.report({HazardKind::BadAddress, now, c.me, c.ctx, c.pc,
                   fmt::format("{} {:#010x}: there is no such unit on this chip",
                               mev2::info(c.op).mnemonic, c.address)});
  Requester& issuer = *requesters_[c.me];
  Requester& owner = *requesters_[c.data_me];
  for (unsigned i = 0; i < words_pulled(c); ++i)
    owner.pull(c.file, (c.xfer + i) & 127);
  for (unsigned i = 0; i < words_pushed(c); ++i)
    owner.push(c.file, (c.xfer + i) & 127, 0);
  if (c.signal == 0) return;
  issuer.signal(c.ctx, c.signal, now);
  if (mev2::info(c.op).two_signals) issuer.signal(c.ctx, c.signal ^ 1u, now);
}

void CommandRouter::retry() {
  for (CommandBus* b : buses_)
    if (b) b->retry();
}

CommandBus::CommandBus(unsigned cluster, const Params& params, const Kernel& kernel,
                       CommandRouter& router, std::array<Requester*, kMicroengines> requesters)
    : cluster_(cluster), bus_(params.clock_bus_div),
      latency_(params.me(params.bus_command_latency)),
      depth_(static_cast<unsigned>(params.me_cmd_fifo)), kernel_(kernel), router_(router),
      requesters_(requesters) {
  for (Fifo& f : fifos_)
    f.ring.resize(depth_);
}

void CommandBus::post(const Command& c) {
  Fifo& f = fifos_[c.me & 3];
  assert(cluster_of(c.me) == cluster_ && f.count < depth_);
  f.ring[(f.head + f.count) % depth_] = c;
  if (f.count++ == 0) {
    f.blocked = false;
    schedule_by(std::max(ready(f), free_));
  }
}

void CommandBus::retry() {
  bool any = false;
  for (Fifo& f : fifos_) {
    any |= f.blocked;
    f.blocked = false;
  }
  if (any) announce();
}

// The next grant is possible when a head has been issued and the bus is free, and not in a bus
// cycle that is over.
void CommandBus::announce() {
  Tick first = kNever;
  for (const Fifo& f : fifos_)
    if (f.count && !f.blocked) first = std::min(first, ready(f));
  if (first == kNever) return schedule(kNever);
  schedule(std::max({first, free_, align_up(kernel_.now(), bus_)}));
}

void CommandBus::step(Tick now) {
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned lane = (turn_ + i) & 3;
    Fifo& f = fifos_[lane];
    if (f.count == 0 || f.blocked || ready(f) > now) continue;
    Unit* unit = router_.unit_of(f.front());
    if (unit && !unit->can_accept(f.front())) {
      f.blocked = true;
      continue;
    }
    grant(lane, unit, now);
    break;
  }
  announce();
}

void CommandBus::grant(unsigned lane, Unit* unit, Tick now) {
  Fifo& f = fifos_[lane];
  const Command c = f.front();
  const Tick waited = now - ready(f);
  f.head = (f.head + 1) % depth_;
  --f.count;
  turn_ = (lane + 1) & 3;
  free_ = now + bus_;
  ++stats_.grants;
  stats_.waited_cycles += waited / bus_;
  if (unit)
    unit->accept(c, c.issued + latency_ + waited);
  else
    router_.refuse(c, now);
  requesters_[c.me]->fifo_advanced(now);
}

} // namespace ixp

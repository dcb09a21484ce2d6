// The command buses, one for each cluster of four microengines (Slot::CommandBus0 and 1), and the
// router that knows which unit a command is for.
//
// Each microengine has a FIFO of `me.cmd_fifo` commands. In every bus cycle (clock.bus_div ticks)
// the bus grants one command: round robin among the microengines whose first command was issued at
// least one microengine cycle ago and whose unit has room. A first command whose unit is full holds
// back those after it, until a unit that was full has room. If commands of both clusters wait for
// room in one unit, the clusters take turns. A command that nothing delays arrives
// bus.command_latency after its issue; each bus cycle of waiting delays it by as much.
//
// Putting a chip together:
//   CommandPool pool;  CommandTable commands(params);  CommandRouter router;  DataBus
//   data_bus(params); MemoryWiring wiring{microengines, &commands, &pool, &data_bus}; CommandBus
//   bus0(0, params, router, wiring), bus1(1, ...);         // Slot::CommandBus0, 1 AbsentUnit
//   absent(params, wiring, hazards);                       // Slot::Absent
//   router.set_absent(absent);
//   router.route(InstrClass::Scratch, scratch);  router.set_sram(0, sram0);  ...
#pragma once

#include "emu/kernel/event_stream.h"
#include "emu/kernel/in_flight.h"
#include "emu/kernel/params.h"
#include "emu/memory/memory_unit.h"

#include <array>

namespace ixp {

class CommandBus;

// Selects the unit of a command.
class CommandRouter {
public:
  // Takes the commands of units this chip does not have (AbsentUnit). Set it first.
  void set_absent(MemoryUnit& u);
  void set_sram(unsigned channel, MemoryUnit& u) { sram_[channel] = &u; } // address [31:30]
  void route(mev2::InstrClass cls, MemoryUnit& u);                        // the commands of a class

  MemoryUnit& unit_of(const Command& c) const {
    MemoryUnit* unit = by_opcode_[static_cast<unsigned>(c.op)];
    return unit ? *unit : *sram_[c.address >> 30];
  }

private:
  friend class CommandBus;
  // A unit was full and has room at this tick: both buses offer refused commands again.
  void retry_at(Tick room);
  void retry();

  std::array<MemoryUnit*, mev2::kOpcodes> by_opcode_{}; // null: sram, by channel
  std::array<MemoryUnit*, 4> sram_{};
  std::array<CommandBus*, 2> buses_{}; // registered by the buses
  Tick room_at_ = kNever;
  // Rare work at a grant, mostly 0: a bit for each microengine whose first command was refused and
  // still waits, and kHeard.
  uint32_t besides_ = 0;
  static constexpr uint32_t kHeard = 1u << kMicroengines; // probes listen
};

struct CommandBusStats {
  uint64_t commands = 0; // each takes one bus cycle
  uint64_t refused = 0;  // grants skipped because the unit was full
  Tick busy = 0;
  Tick waiting_ticks = 0;             // summed over commands: first possible grant to grant
  std::array<unsigned, 4> fifo_max{}; // deepest FIFO of each microengine of the cluster
};

// The event engine's. The reference engine has one of its own (plain_bus.h).
class CommandBus : public Agent {
public:
  CommandBus(unsigned cluster, const Params& params, CommandRouter& router,
             const MemoryWiring& wiring);

  CommandFifo& fifo(unsigned me) { return fifos_[me % kSize]; }
  IXP_OFTEN void step(Tick now) override;
  void listen(EventStream* events);

  bool quiet() const; // no command waits
  // Adds the commands that wait in the FIFOs, also those whose issue is still to come.
  void list_commands(std::vector<Command>& out) const;
  const CommandBusStats& stats() const { return stats_; }

protected:
  static constexpr unsigned kSize = 4; // microengines of a cluster
  const CommandBus* other() const { return router_.buses_[1 - cluster_]; }
  // Refused commands are offered again.
  virtual void retry();
  void refused(Tick room);
  void offer_again(Tick now) {
    if (router_.room_at_ <= now) router_.retry();
  }
  // Counts a grant, and notifies probes.
  void granted(unsigned member, const InFlight& t, Tick grantable, Tick now);

  const Params& params_;
  CommandRouter& router_;
  const uint8_t cluster_;
  std::array<Requester*, kSize> microengines_;
  const Divisor cycle_; // ticks
  const Tick latency_;
  std::array<CommandFifo, kSize> fifos_;
  unsigned last_ = kSize - 1; // member whose command was granted last
  CommandBusStats stats_;

private:
  friend class CommandRouter;
  bool grant(unsigned member, Tick now); // false: the unit has no room
  IXP_RARE void tell_granted(unsigned member, const InFlight& t, Tick grantable, Tick now);
  uint32_t bit(unsigned member) const { return 1u << (cluster_ * kSize + member); }
  bool others_turn(const InFlight& first, Tick now) const;
  bool waits_for(const MemoryUnit& unit, Tick now) const;
  Tick next_due() const;

  const uint32_t others_; // bits of the other cluster in CommandRouter::besides_
  EventStream* events_ = nullptr;
};

[[gnu::always_inline]] inline void CommandBus::granted(unsigned member, const InFlight& t,
                                                       Tick grantable, Tick now) {
  if (router_.besides_) [[unlikely]]
    tell_granted(member, t, grantable, now);
  ++stats_.commands;
  stats_.busy += cycle_.value();
  stats_.waiting_ticks += now - grantable;
  last_ = member;
  // Counts issued commands only, so that the figure does not depend on running ahead.
  CommandFifo& fifo = fifos_[member];
  unsigned& deepest = stats_.fifo_max[member];
  for (unsigned n = deepest; n < fifo.size() && fifo.at(n).command.issued < now; ++n)
    deepest = n + 1;
  if (fifo.advance()) microengines_[member]->fifo_advanced(now);
}

} // namespace ixp

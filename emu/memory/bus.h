// The command buses, one for each cluster of four microengines (Slot::CommandBus0 and 1), and the
// router that knows which unit a command is for.
//
// Each microengine has a FIFO of `me.cmd_fifo` commands. In every bus cycle (clock.bus_div ticks)
// the bus grants one command: round robin among the microengines whose first command was issued at
// least one microengine cycle ago and whose unit has room. A first command whose unit is full holds
// back those behind it. Where commands of both clusters wait for room in one unit, the clusters
// take turns. A command nobody delays arrives bus.command_latency after its issue; each bus cycle
// of waiting delays it by as much.
//
// Putting a chip together:
//   CommandRouter router;
//   DataBus data_bus(params);
//   MemoryWiring wiring{microengines, &router, &data_bus};
//   CommandBus bus0(0, params, router, microengines), bus1(1, ...);   // Slot::CommandBus0, 1
//   AbsentUnit absent(params, wiring, hazards);                       // Slot::Absent
//   router.set_absent(absent);
//   router.route(InstrClass::Scratch, scratch);  router.set_sram(0, sram0);  ...
#pragma once

#include "emu/kernel/command_port.h"
#include "emu/kernel/event_stream.h"
#include "emu/kernel/params.h"
#include "emu/memory/clock_edges.h"
#include "emu/memory/wiring.h"

#include <array>

namespace ixp {

class CommandBus;

// Which unit a command goes to.
class CommandRouter {
public:
  // Takes the commands of units this chip does not have (AbsentUnit). Set it first.
  void set_absent(Unit& u);
  void set_sram(unsigned channel, Unit& u) { sram_[channel] = &u; } // address [31:30]
  void route(mev2::InstrClass cls, Unit& u);                        // the commands of a class

  Unit& unit_of(const Command& c) const {
    Unit* unit = by_opcode_[static_cast<unsigned>(c.op)];
    return unit ? *unit : *sram_[c.address >> 30];
  }

  // A unit that refused a command has room again. Called inside the unit's step().
  void retry();

private:
  friend class CommandBus;

  std::array<Unit*, mev2::kOpcodes> by_opcode_{}; // null: sram, by channel
  std::array<Unit*, 4> sram_{};
  std::array<CommandBus*, 2> buses_{}; // they enter themselves
  // What a grant has to see to besides, mostly nothing: microengines whose first command was
  // refused and still waits, a bit each, and kHeard.
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
class CommandBus : public Agent, public CommandPort {
public:
  CommandBus(unsigned cluster, const Params& params, CommandRouter& router,
             const std::array<Requester*, kMicroengines>& microengines);

  using CommandPort::post;
  Command* place(unsigned me) override {
    Fifo& fifo = fifos_[me % kSize];
    return fifo.count < depth_ ? &fifo.at(fifo.count).command : nullptr;
  }
  void post(unsigned me) override;
  void step(Tick now) override;
  virtual void retry(); // see CommandRouter
  void listen(EventStream* events);

  virtual bool quiet() const; // no command waits
  // Adds the commands that wait in the FIFOs, also those of microengines that ran ahead.
  virtual void list_commands(std::vector<Command>& out) const;
  const CommandBusStats& stats() const { return stats_; }

protected:
  static constexpr unsigned kSize = 4; // microengines of a cluster
  const CommandBus* of_other_cluster() const { return router_.buses_[1 - cluster_]; }

  void tell_granted(const Command& c, Tick grantable, Tick now);

  CommandRouter& router_;
  const uint8_t cluster_;
  const uint32_t others_; // the bits of the other cluster in CommandRouter::besides_
  std::array<Requester*, kSize> microengines_;
  ClockEdges edges_;
  Tick latency_, me_cycle_;
  unsigned depth_;
  EventStream* events_ = nullptr;
  CommandBusStats stats_;

private:
  static constexpr unsigned kDeepest = 16;
  struct alignas(64) Waiting { // a power of two: found without a multiplication
    Command command;
    Tick grantable; // the first edge at which the bus may grant it
    Unit* unit;
  };
  struct Fifo {
    Waiting* ring;
    unsigned head = 0, count = 0;
    Waiting& at(unsigned i) { return ring[(head + i) % kDeepest]; }
    const Waiting& at(unsigned i) const { return ring[(head + i) % kDeepest]; }
    const Waiting& front() const { return ring[head]; }
    Tick grantable() const { return count ? front().grantable : kNever; }
  };
  bool grant(unsigned member, Unit& unit, Tick now); // false: the unit has no room
  void see_to(unsigned member, const Waiting& granted, Tick now);
  uint32_t bit(unsigned member) const { return 1u << (cluster_ * kSize + member); }
  bool others_turn(const Waiting& first, Tick now) const;
  void note_depth(unsigned member, Tick now);
  bool waits_for(const Unit& unit, Tick now) const;
  Tick next_due() const;

  std::array<std::array<Waiting, kDeepest>, kSize> rings_;
  std::array<Fifo, kSize> fifos_;
  // When the first command of each may be granted; never, if there is none or its unit is full.
  std::array<Tick, kSize> due_{kNever, kNever, kNever, kNever};
  unsigned last_granted_ = kSize - 1;
  Tick not_before_ = 0; // the edge after the last step
};

} // namespace ixp

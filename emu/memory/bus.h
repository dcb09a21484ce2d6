// From microengines to units: each microengine has a small FIFO of commands; the command bus of its
// cluster grants one of them a bus cycle, round robin among those whose head may go; the unit gets
// it bus.command_latency ME cycles after its issue, later by what it had to wait.
//
// A microengine that works ahead of shared time posts commands ahead, too. The bus looks at a
// command only when shared time has passed its issue, so the order of grants is the same as if
// every command had been posted at its very tick.
#pragma once

#include "emu/kernel/command_port.h"
#include "emu/kernel/hazard.h"
#include "emu/kernel/params.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ixp {

class CommandBus;

// Which unit a command goes to. Units without an entry are absent: their commands complete at once
// as far as signals go, read 0, and are reported.
class CommandRouter {
public:
  CommandRouter(std::array<Requester*, kMicroengines> requesters, HazardSink& hazards);

  void set_sram(unsigned channel, Unit& u) { sram_[channel] = &u; }
  void set_scratch(Unit& u) { scratch_ = &u; }
  void set_dram(Unit& u) { dram_ = &u; }
  void set_hash(Unit& u) { hash_ = &u; }
  void set_cap(Unit& u) { cap_ = &u; }
  void set_msf(Unit& u) { msf_ = &u; }
  void set_buses(CommandBus& cluster0, CommandBus& cluster1) { buses_ = {&cluster0, &cluster1}; }

  Unit* unit_of(const Command& c) const; // null when there is none
  // Answers a command that no unit takes, so that nobody waits for ever.
  void refuse(const Command& c, Tick now);
  // A unit whose inlet was full has room again.
  void retry();

private:
  std::array<Requester*, kMicroengines> requesters_;
  HazardSink& hazards_;
  std::array<Unit*, 4> sram_{};
  Unit *scratch_ = nullptr, *dram_ = nullptr, *hash_ = nullptr, *cap_ = nullptr, *msf_ = nullptr;
  std::array<CommandBus*, 2> buses_{};
};

struct CommandBusStats {
  uint64_t grants = 0;
  uint64_t waited_cycles = 0; // bus cycles that granted commands waited, summed
};

class CommandBus final : public Agent, public CommandPort {
public:
  CommandBus(unsigned cluster, const Params& params, const Kernel& kernel, CommandRouter& router,
             std::array<Requester*, kMicroengines> requesters);

  bool has_room(unsigned me) const override { return fifos_[me & 3].count < depth_; }
  void post(const Command& c) override;
  void step(Tick now) override;
  void retry();

  const CommandBusStats& stats() const { return stats_; }

private:
  struct Fifo {
    std::vector<Command> ring; // params.me_cmd_fifo entries
    unsigned head = 0, count = 0;
    bool blocked = false; // the head's unit had no room when last asked
    const Command& front() const { return ring[head]; }
  };
  Tick ready(const Fifo& f) const { return align_up(f.front().issued + 1, bus_); }
  void grant(unsigned lane, Unit* unit, Tick now);
  void announce();

  const unsigned cluster_;
  const Tick bus_, latency_;
  const unsigned depth_;
  const Kernel& kernel_;
  CommandRouter& router_;
  std::array<Requester*, kMicroengines> requesters_;
  std::array<Fifo, 4> fifos_;
  unsigned turn_ = 0; // lane that is asked first
  Tick free_ = 0;     // the next bus cycle nobody has
  CommandBusStats stats_;
};

} // namespace ixp

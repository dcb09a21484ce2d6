// What scratchpad, hash unit and CAP have in common: one command after the other starts, when it
// has arrived and the unit is free; the unit is then busy for a service time for each of the
// command's words (or hashes). Everything follows from the start:
//   effect: start + (latency of the last pull - bus.command_latency). Words are pulled, memory is
//           read or changed. Writes signal here.
//   done:   start + (latency - bus.command_latency). Words are pushed, reads signal.
// A latency lower than that of the last pull bounds that, too. Each further word adds the service
// time to both, and words wait for the pull and push buses. So an unloaded command takes its
// parameter exactly, from issue to signal. Effects happen in the order in which commands start,
// whatever their kinds.
//
// Commands that pull and push have two signals (swap, test-and-...): the even one with the effect,
// the odd one when done.
#pragma once

#include "emu/kernel/event_stream.h"
#include "emu/kernel/hazard.h"
#include "emu/kernel/params.h"
#include "emu/memory/flights.h"
#include "emu/memory/inlet.h"
#include "emu/memory/wiring.h"

#include "emu/kernel/command_port.h"
#include <algorithm>
#include <array>
#include <string>

namespace ixp {

struct UnitStats {
  uint64_t commands = 0;
  std::array<uint64_t, mev2::kOpcodes> of_opcode{};
  Tick busy = 0;            // ticks; divide by the run's for the utilisation
  Tick waiting_ticks = 0;   // summed over commands, arrival to start: divided by the run's ticks it
                            // is the mean number of commands waiting
  unsigned waiting_max = 0; // most commands accepted and not started, those on their way included
};

class PipelinedUnit : public Unit {
public:
  bool can_accept(const Command&) const final { return !inlet_.full(now()); }
  void accept(const Command& c, Tick arrival) final;
  void step(Tick now) final;

  const uint32_t* complete(uint32_t id) final;
  void settle() final;
  void list_commands(std::vector<Command>& out) const final;

  void listen(EventStream& events) { events_ = &events; }
  const UnitStats& stats() const { return stats_; }
  bool quiet() const { return flights_.empty(); } // nothing on its way

protected:
  static constexpr unsigned kMaxWords = 16;
  // A row of transfer registers on one microengine.
  struct Registers {
    XferFile file{};
    uint8_t me = 0, first = 0;
  };
  // A command on its way.
  struct Flight : FlightTimes {
    Command command;
    uint8_t pulls = 0, pushes = 0; // words
    Registers from, to;            // where they come from and go to
    bool two_signals = false;
    bool pulled = false;
    uint8_t kind = 0;                        // for the unit
    std::array<uint32_t, kMaxWords> words{}; // pulled, then to be pushed
  };
  // How long a command takes: ticks from its start to the last pull (or, without, to the access of
  // memory), and to the signal; for one unit of service.
  struct Timing {
    Tick effect = 0, done = 0;
    Tick service = 0;          // each
    unsigned services = 1;     // words, or hashes
    unsigned words_in_one = 1; // both latencies contain the transfer of so many words
    bool visible = false;      // the effect can be seen at once even if nothing is pulled
  };

  PipelinedUnit(const Params& params, const MemoryWiring& wiring, Inlet& inlet,
                HazardSink& hazards);

  // Says how long the command takes; changes what it pulls and pushes where the words of the
  // command, to and from its transfer registers, are not it.
  virtual Timing plan(Flight& f) = 0;
  // The effect; words are pulled already.
  virtual void perform(Flight& f) = 0;
  // Done: words are pushed, the command's signal is set.
  virtual void finished(Flight&) {}
  // Times are known, and the effect is visible to others: tell who must not run past it.
  virtual void announce(const Flight&) {}

  // From latencies in cycles, which count from the issue.
  Timing timing(uint64_t effect, uint64_t done, uint64_t service) const {
    return {after_start(effect), after_start(done), params_.me(service)};
  }
  Tick after_start(uint64_t cycles) const;

  void report(const Flight& f, HazardKind kind, std::string text);

  const Params& params_;
  MemoryWiring wiring_;
  HazardSink& hazards_;
  EventStream* events_ = nullptr;

private:
  void time_flight(Flight& f, const Timing& t, Tick start);
  void tell(Flight& f, unsigned expected);
  void pull(Flight& f);
  void run_effect(Flight& f);
  void run_done(Flight& f);
  void reschedule() { schedule(std::min(flights_.next(), room_at_)); }

  Inlet& inlet_;
  const unsigned lane_; // in the inlet
  Tick free_ = 0;       // has begun with everything accepted so far
  Tick last_effect_ = 0;
  Tick room_at_ = kNever; // the inlet was full: it has room again, and the bus may be waiting
  Flights<Flight> flights_;
  UnitStats stats_;
};

} // namespace ixp

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

#include "emu/kernel/hazard.h"
#include "emu/kernel/params.h"
#include "emu/memory/inlet.h"
#include "emu/memory/memory_unit.h"

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

class PipelinedUnit : public MemoryUnit {
public:
  bool can_accept(const Command&, Tick now) const final { return !inlet_.full(now); }
  bool accept(const Command& c, Tick now, Tick arrival) final;

  const UnitStats& stats() const { return stats_; }

protected:
  static constexpr unsigned kMaxWords = 16;
  // How long a command takes: ticks from its start to the last pull (or, without, to the access of
  // memory), and to the signal; for one unit of service.
  struct Timing {
    Tick effect = 0, done = 0;
    Tick service = 0;          // each
    unsigned services = 1;     // words, or hashes
    unsigned words_in_one = 1; // both latencies contain the transfer of so many words
  };
  // What is known of an opcode before there is a command.
  struct Row {
    Timing timing;         // of one word; words_in_one is 1
    bool of_words = false; // a service for each word
    bool planned = true;   // by plan(), instead
  };

  PipelinedUnit(const Params& params, const MemoryWiring& wiring, Inlet& inlet,
                HazardSink& hazards);

  // Says how long a command takes of which rows_ does not know it; changes what it pulls and pushes
  // where the words of the command, to and from its transfer registers, are not it.
  virtual Timing plan(Transaction& t, Tick now) { return {}; }
  // Times are known, and the effect is visible to others: tell who must not run past it.
  virtual void announce(const Transaction&) {}

  // From latencies in cycles, which count from the issue.
  Timing latencies(uint64_t effect, uint64_t done, uint64_t service) const {
    return {after_start(effect), after_start(done), params_.me(service)};
  }
  Tick after_start(uint64_t cycles) const;

  void report(const Transaction& t, HazardKind kind, std::string text);

  const Params& params_;
  HazardSink& hazards_;
  std::array<Row, mev2::kOpcodes> rows_{};

private:
  template <bool OneByOne>
  void set_times(Transaction& t, const Timing& timing, unsigned services, Tick start);
  template <bool OneByOne>
  void take(Transaction& t, const Timing& timing, unsigned services, Tick arrival);

  Inlet& inlet_;
  const unsigned lane_; // in the inlet
  Tick free_from_ = 0;  // has begun with everything accepted so far
  Tick last_effect_ = 0;
  UnitStats stats_;
};

} // namespace ixp

// A process that holds the emulated chip at some cycle. The chip cannot be copied, but a process
// can: fork() makes a checkpoint. A station runs on from there, to search, or to the cycle that the
// user wants to inspect. So going back means going forwards from an earlier station.
//
// At a station's cycle, all earlier cycles are complete and units have acted in the current one;
// microengines are about to act. It serves requests, each a JSON object:
//
//   {"do": "run", "to": CYCLE|null, "stops": [..], "keep": "first"|"last",
//    "before": CYCLE|null, "edits": [..]}
//                                     until `to`, the first hit or the end of the run; hits at
//                                     `before` and later do not count; "notes": true to get output
//                                     of microcode
//   {"do": "go on"}                   continues that run after a reply with "more"
//   {"do": "fork"}, then a channel    another station here, at the other end of the channel
//   {"do": "edit", "edit": {..}}
//   {"do": "ask", "what": .., ..}     query(); and "word": number of the longword at an index in
//                                     a ring, counting all that were put; "frames": frames inside,
//                                     by arrival, and the last that left, latest first
//
// Replies to runs: {"cycle", "ended", "more", "hits": [..], "notes": [..]}; an invalid request gets
// {"error": text} instead. A run returns with "more" at intervals, so that the debugger can keep a
// checkpoint, show progress or interrupt it.
#pragma once

#include "emu/debug/channel.h"
#include "emu/debug/watcher.h"
#include "emu/record/journey.h"

#include <functional>

namespace ixp::debug {

// A change of the emulated chip by the debugger's user, and its cycle. It is part of the run from
// then on: every replay applies it at that cycle.
struct Edit {
  uint64_t cycle = 0;
  Thread thread;
  std::string place; // an expression: "handle", "sram0[4096]"
  uint32_t value = 0;
  std::string location; // of the place then: "a3", "sram0[0x1000]"

  bool changes(const std::string& where, Thread of) const;
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Thread, me, ctx)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Edit, cycle, thread, place, value, location)

// Applies the change and returns its location. Throws InputError.
std::string apply(const Edit& edit, Simulation& sim);

// Answers a query about the current state of the chip (queries.cc): `what` names it. Replies are
// data for editors, or readable {"text": ...}. Throws InputError.
Json query(Simulation& sim, const Json& request);

// The network that a chip is part of; both functions are empty for a chip alone.
struct Surroundings {
  // Advances the chip with the others, like RunControl::advance_before_microengines().
  std::function<bool(Tick to)> advance;
  // Reasons why the network's run, which has ended, failed.
  std::function<std::vector<std::string>()> failures;
};

class Station {
public:
  Station(Simulation& sim, Surroundings around, Channel channel)
      : sim_(sim), around_(std::move(around)), channel_(std::move(channel)), watcher_(sim),
        journeys_(sim.system(), sim.images(), {}) {
    journeys_.remember(kFramesThatLeft);
    sim.keep(&journeys_.diary());
    sim.listen(journeys_, journeys_.kinds());
  }
  // Serves until the other end is closed.
  void serve();

private:
  static constexpr size_t kFramesThatLeft = 50; // remembered

  Json answer(const Json& request);
  Json begin_run(const Json& request);
  Json run_on();
  Json ask(const Json& request);
  Json frames();
  bool advance_chip(Tick to);
  bool advance(uint64_t cycle);
  void apply_edits();
  void fork_here();
  bool wanted() const { return !channel_.readable(); } // no request to interrupt

  Simulation& sim_;
  Surroundings around_;
  Channel channel_;
  Watcher watcher_;
  Journeys journeys_;
  uint64_t to_ = 0; // of the current run
  std::vector<Edit> edits_;
};

// Starts a station in a child process, with the simulation's current state. `others`: descriptors
// that the child must close.
Channel start_station(Simulation& sim, const Surroundings& around, const std::vector<int>& others);

} // namespace ixp::debug

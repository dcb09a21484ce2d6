// A process that holds the emulated chip at some cycle. The chip cannot be copied, but a process
// can: fork() makes a checkpoint, and a station runs on from there to look for something or to
// stand where somebody wants to look. So going back is going on from an earlier station.
//
// A station stands at a cycle: all before it has happened, and units have done what they do in it;
// microengines are about to act. It serves requests, JSON each:
//
//   {"do": "run", "to": CYCLE|null, "stops": [..], "keep": "first"|"last",
//    "before": CYCLE|null, "edits": [..]}
//                                     until `to`, the first hit or the end of the run; hits at
//                                     `before` and later do not count; "notes": true when prints of
//                                     microcode are wanted
//   {"do": "go on"}                   with that run, after a reply with "more"
//   {"do": "fork"}, then a channel    another station here, at the other end of the channel
//   {"do": "edit", "edit": {..}}
//   {"do": "ask", "what": .., ..}     queries.h; and "word": which of all longwords that were put
//                                     into a ring stands there at an index
//
// Replies of runs: {"cycle", "ended", "more", "hits": [..], "notes": [..]}; of all: {"error": text}
// instead when the request was wrong. A run comes back with "more" now and then, so that somebody
// can keep a checkpoint, show progress or leave it at that.
#pragma once

#include "emu/debug/channel.h"
#include "emu/debug/edit.h"
#include "emu/debug/watcher.h"

namespace ixp::debug {

class Station {
public:
  Station(Simulation& sim, Channel channel)
      : sim_(sim), channel_(std::move(channel)), watcher_(sim) {}
  // Until the other end is closed.
  void serve();

private:
  Json answer(const Json& request);
  Json begin_run(const Json& request);
  Json run_on();
  Json ask(const Json& request);
  bool advance(uint64_t cycle);
  void apply_edits();
  void fork_here();
  bool wanted() const { return !channel_.readable(); } // nobody has asked to leave it at that

  Simulation& sim_;
  Channel channel_;
  Watcher watcher_;
  uint64_t to_ = 0; // of the run in hand
  std::vector<Edit> edits_;
};

// Starts a process with a station in it, which begins with the simulation as this process has it.
// `others`: descriptors of this process that are none of its business.
Channel start_station(Simulation& sim, const std::vector<int>& others);

} // namespace ixp::debug

// A run of a simulation with those who feed it and those who watch it. Who returns to a checkpoint
// goes on with another one: made from the same inputs, and everything was done to it again.
#pragma once

#include "emu/sim/simulation.h"
#include "python/module/events.h"
#include "python/module/feed.h"
#include "python/module/recorder.h"

#include <map>
#include <memory>
#include <pybind11/pybind11.h>
#include <string>
#include <vector>

namespace ixp {

class Branch {
public:
  // What ports receive instead of their streams; null: what is sent to them.
  using Feeds = std::map<unsigned, std::shared_ptr<FedFrames>>;
  Branch(std::unique_ptr<Simulation> simulation, const Feeds& feeds, PendingException& pending);
  ~Branch();

  Simulation& sim() { return *sim_; }
  SentFrames& open_port(unsigned port); // throws InputError unless frames can be sent to it

  // Who watches for the rest of the run. Callbacks live longer than this.
  void record(std::shared_ptr<Recorder> to, bool rx, bool tx, bool with_data);
  void call(pybind11::handle callback, bool rx, bool tx, bool with_data);
  void call(pybind11::handle callback, EventKinds kinds);
  bool calls() const { return !callbacks_.empty() || !event_callbacks_.empty(); }

  // By recorder, in their order, what clear() has taken away.
  std::vector<uint64_t> cleared() const;

  // A run that catches up with an earlier one: callbacks have heard it all, and recorders have it.
  void be_silent() { silent_ = true; }
  // Recorders have what they had when this much was cleared; callbacks are called again.
  void speak(const std::vector<uint64_t>& cleared);

private:
  class FrameCallback;
  struct Recording {
    std::unique_ptr<RecorderTap> tap;
    std::shared_ptr<Recorder> recorder; // of the program
  };
  void observe(PortObserver& observer, bool rx, bool tx);

  PendingException& pending_;
  std::unique_ptr<Simulation> sim_;
  std::map<unsigned, SentFrames*> sent_;
  std::vector<Recording> recordings_;
  std::vector<std::unique_ptr<FrameCallback>> callbacks_;
  std::vector<std::unique_ptr<EventCallback>> event_callbacks_;
  bool silent_ = false;
};

// A hash of everything that is said of a run.
std::string figures_digest(Simulation& sim);

} // namespace ixp

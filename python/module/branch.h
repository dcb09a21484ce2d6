// A run of a simulation with its frame sources and observers. A return to a checkpoint continues
// with a new branch, made from the same inputs and with all interventions repeated.
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
  // Frames received by ports instead of their streams; null: the frames sent by send().
  using Feeds = std::map<unsigned, std::shared_ptr<FedFrames>>;
  Branch(std::unique_ptr<Simulation> simulation, const Feeds& feeds, PendingException& pending);
  ~Branch();

  Simulation& sim() { return *sim_; }
  SentFrames& open_port(unsigned port); // throws InputError unless it accepts sent frames

  // Adds observers for the rest of the run. Callbacks must outlive this object.
  void record(std::shared_ptr<Recorder> to, bool rx, bool tx, bool with_data);
  void call(pybind11::handle callback, bool rx, bool tx, bool with_data);
  void call(pybind11::handle callback, EventKinds kinds);
  bool calls() const { return !callbacks_.empty() || !event_callbacks_.empty(); }

  // Number of frames removed by clear(), per recorder in order.
  std::vector<uint64_t> cleared() const;

  // Mutes the observers: the run repeats an earlier one, which they have already seen.
  void be_silent() { silent_ = true; }
  // Restores recorders to the state with `cleared` frames removed, and enables callbacks again.
  void speak(const std::vector<uint64_t>& cleared);

private:
  class FrameCallback;
  struct Recording {
    std::unique_ptr<RecorderTap> tap;
    std::shared_ptr<Recorder> recorder; // owned by the program
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

// A hash of all statistics of a run.
std::string figures_digest(Simulation& sim);

} // namespace ixp

// A second model of the timing of commands, which steps from tick to tick. It takes the issued
// commands and the parameters, and predicts the grant, arrival, effect, end and signals of each.
// The chip computes these ticks ahead, at the grant, and both of its engines share that code.
#pragma once

#include "emu/chip/chip.h"

#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace ixp::test {

// Records the commands that units accept, the signals that contexts receive, and the elements that
// frames fill: of one receive freelist, whose threads join by msf[fast_wr].
class TimingRecord final : public Probe {
public:
  // Before the run. Without `signals` the chip's events have no listener.
  TimingRecord(Chip& chip, bool signals);
  ~TimingRecord() override;
  // The first difference to the stepped model in a run up to tick `end`, or "". Also "" if a timer
  // of a freelist expired: the model does not know the words that msf[write] writes to such
  // registers.
  std::string difference(Tick end) const { return difference(end, chip_.params); }
  // The same with other parameters in the model.
  std::string difference(Tick end, const Params& params) const;

  void event(const Event& e) override;

private:
  class Recorder;
  struct Taken {
    Command command;
    Tick granted, arrival, effect, done; // kNever: neither words nor signals
  };
  using Raised = std::multiset<std::tuple<Tick, int, int, int>>; // me, ctx, number

  Chip& chip_;
  const bool signals_;
  std::vector<std::unique_ptr<Recorder>> recorders_;
  std::vector<Taken> taken_; // in the order of the grants
  Raised raised_;
  std::vector<Tick> filled_; // elements of RBUF
};

} // namespace ixp::test

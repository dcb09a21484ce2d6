// A point in a run to which the run can return. The chip cannot be copied, so a checkpoint is a
// list of all interventions so far, and a return repeats the run up to there. A run does not depend
// on how it is split, so it reaches the identical state. This takes as long as the first time.
#pragma once

#include "python/module/branch.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ixp {

struct Moment {
  Tick tick = 0;
  bool ended = false; // after the end of the run
};

// An action of a program on a run between two slices: a write, a sent frame, a registered callback.
struct Intervention {
  Moment at;
  std::function<void(Branch&)> apply;
};
using Past = std::vector<std::shared_ptr<const Intervention>>; // in order

struct Checkpoint {
  std::shared_ptr<const int> owner; // identifies the simulation
  uint64_t cycle = 0;
  Moment at;
  Past past;
  std::vector<uint64_t> cleared; // per recorder
  std::string figures;           // figures_digest()
};

} // namespace ixp

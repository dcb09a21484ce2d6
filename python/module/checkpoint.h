// A point in a run to which the run can return. The chip cannot be copied; a checkpoint is what was
// done to it until then, and returning is to run there once more. The run is the same however it is
// cut, so it stands where it stood, to the bit. That takes as long as it took before.
#pragma once

#include "python/module/branch.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ixp {

struct Moment {
  Tick tick = 0;
  bool ended = false; // the run was over
};

// What a program did to a run between two pieces of it: wrote, sent, asked to be called.
struct Intervention {
  Moment at;
  std::function<void(Branch&)> apply;
};
using Past = std::vector<std::shared_ptr<const Intervention>>; // in its order

struct Checkpoint {
  std::shared_ptr<const int> owner; // of the simulation: no other has the same
  uint64_t cycle = 0;
  Moment at;
  Past past;
  std::vector<uint64_t> cleared; // by recorder
  std::string figures;           // figures_digest()
};

} // namespace ixp

// All schedulers by name.
#pragma once

#include "fabric/match.h"

#include <memory>
#include <span>
#include <string_view>

namespace ixp::fabric {

struct SchedulerKind {
  std::string_view name;
  ShortQueues short_queues;
  bool iterates; // accepts the key 'iterations'
  std::unique_ptr<Scheduler> (*make)(unsigned ports, unsigned iterations, uint64_t seed);
};

std::span<const SchedulerKind> schedulers();

} // namespace ixp::fabric

// Cycles of a microengine by the address of the instruction, for profiles.
#pragma once

#include "isa/control_store.h"

#include <array>
#include <cstdint>

namespace ixp {

struct InstructionCounts {
  using ByAddress = std::array<uint64_t, mev2::kMaxControlStoreWords>;
  ByAddress executed{}; // cycles in which it was issued, i.e. number of executions
  ByAddress aborted{};  // slots lost after it, to a taken branch or a swap
  ByAddress stalled{};  // it waited for space in the command FIFO
  uint16_t last = 0;    // last with stalls or lost slots: may be after the run's end or uncounted
};

} // namespace ixp

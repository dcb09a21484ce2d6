// Use of a microengine's cycles. Every cycle before the given end is in exactly one of executing,
// aborted, stalled and idle.
#pragma once

#include "emu/kernel/command.h"
#include "isa/control_store.h"

#include <array>
#include <cstdint>

namespace ixp {

struct ContextStatistics {
  uint64_t executing = 0; // cycles in which an instruction issued = instructions executed
  uint64_t aborted = 0;   // issue slots lost to taken branches and context swaps
  uint64_t stalled = 0;   // waiting for space in the command FIFO
  uint64_t swapped_out = 0;
  friend bool operator==(const ContextStatistics&, const ContextStatistics&) = default;
};

struct MeStatistics {
  uint64_t cycles = 0; // since reset
  uint64_t idle = 0;   // no context Ready
  std::array<ContextStatistics, kContexts> contexts{};
  ContextStatistics total() const {
    ContextStatistics t;
    for (const ContextStatistics& c : contexts) {
      t.executing += c.executing;
      t.aborted += c.aborted;
      t.stalled += c.stalled;
    }
    t.swapped_out = cycles - t.executing - t.aborted - t.stalled;
    return t;
  }
  // Sets the counters that depend on the length of the run.
  void complete(uint64_t end_cycle) {
    cycles = end_cycle;
    for (ContextStatistics& c : contexts)
      c.swapped_out = end_cycle - c.executing - c.aborted - c.stalled;
  }
  friend bool operator==(const MeStatistics&, const MeStatistics&) = default;
};

// Cycles of a microengine by the address of the instruction, for profiles.
struct InstructionCounts {
  using ByAddress = std::array<uint64_t, mev2::kMaxControlStoreWords>;
  ByAddress executed{}; // cycles in which it was issued, i.e. number of executions
  ByAddress aborted{};  // slots lost after it, to a taken branch or a swap
  ByAddress stalled{};  // it waited for space in the command FIFO
  uint16_t last = 0;    // last with stalls or lost slots: may be after the run's end or uncounted
};

} // namespace ixp

// Programs that hang, by their state alone.
#pragma once

#include "emu/xscale/mmu.h"

namespace ixp::xscale {

// Number of instructions of the loop that the core executes if no interrupt comes: after them its
// state is the same, and they neither access data nor a coprocessor. So a loop that counts, polls
// or waits for a time is none. 0: no such loop of at most kLongestLoop instructions from here.
constexpr unsigned kLongestLoop = 1000;
unsigned endless_loop(const State& state, const TableReader& memory);

// True if a privileged mode executes empty memory, as after a branch to a wrong address: longwords
// of 0, kEmptyWords and more on both sides of the pc.
constexpr uint32_t kEmptyWords = 256;
bool executes_nothing(const State& state, const TableReader& memory);

} // namespace ixp::xscale

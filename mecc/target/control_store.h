// The largest control store there can be.
#pragma once

namespace mev2 {

// What the 13 bits of a branch's target reach, and what an IXP2800 has. An IXP2400 has
// kControlStoreWords; the emulator's parameter me.control_store says how many a run gives it.
constexpr unsigned kMaxControlStoreWords = 8192;

} // namespace mev2

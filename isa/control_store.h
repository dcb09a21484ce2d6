// Maximum size of a control store.
#pragma once

namespace mev2 {

// Range of the 13 bits of a branch target, and size on an IXP2800. An IXP2400 has
// kControlStoreWords; the emulator's parameter me.control_store sets the size for a run.
constexpr unsigned kMaxControlStoreWords = 8192;

} // namespace mev2

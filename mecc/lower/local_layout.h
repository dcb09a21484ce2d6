// Where variables lie in local memory. An access behind a pointer costs nothing more within 16
// longwords that begin at a multiple of 64 bytes (*l$index1[k] is pointer OR k), and base OR index
// needs no addition if the base is aligned to the size of all. So variables are aligned to their
// size, rounded up to a power of two, as far as that costs little memory.
#pragma once

#include <cstdint>
#include <vector>

namespace mecc::lower {

struct LocalVariable {
  uint64_t bytes, align;
  bool hidden; // nobody sees its address: it may be where null points
};

struct LocalLayout {
  std::vector<uint32_t> addresses; // of the variables, in their order
  uint32_t end = 0;                // first byte behind all of them
  uint64_t align = 4;              // the largest
};

// In the order given, at addresses from `first` on, each aligned as it has to be. `null`: address 0
// is there and means null.
LocalLayout lay_out_plainly(const std::vector<LocalVariable>&, uint32_t first, bool null);

// Aligned to their size, at most to `most`; smaller ones fill the gaps.
LocalLayout lay_out_aligned(const std::vector<LocalVariable>&, uint32_t first, bool null,
                            uint64_t most);

// The most aligned that ends at `limit` or before; plainly when there is none.
LocalLayout lay_out_within(const std::vector<LocalVariable>&, uint32_t first, bool null,
                           uint32_t limit);

} // namespace mecc::lower

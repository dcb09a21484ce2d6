// Layout of variables in local memory. Accesses within 16 longwords aligned to 64 bytes share one
// pointer (*l$index1[k] is pointer OR k). If a base is aligned to the size of all, base OR index
// needs no addition. So variables are aligned to their size, rounded up to a power of two, if the
// padding is small.
#pragma once

#include <cstdint>
#include <vector>

namespace mecc::lower {

struct LocalVariable {
  uint64_t bytes, align;
  bool hidden; // its address is unobservable, so it may be at address 0
};

struct LocalLayout {
  std::vector<uint32_t> addresses; // of the variables, in order
  uint32_t end = 0;                // first byte after all of them
  uint64_t align = 4;              // maximum alignment
};

// Lays out variables in the given order from `first` on, with their natural alignment. `null`:
// address 0 exists and means null.
LocalLayout lay_out_plainly(const std::vector<LocalVariable>&, uint32_t first, bool null);

// Aligns variables to their size, at most to `most`; smaller ones fill gaps.
LocalLayout lay_out_aligned(const std::vector<LocalVariable>&, uint32_t first, bool null,
                            uint64_t most);

// The layout with the largest alignment that ends at or before `limit`; otherwise the plain one.
LocalLayout lay_out_within(const std::vector<LocalVariable>&, uint32_t first, bool null,
                           uint32_t limit);

} // namespace mecc::lower

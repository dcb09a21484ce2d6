// Windows: granules of memory that the core reads and writes without its bus. A window stands for a
// translation in the TLB and a permitted access of its kind and mode; it closes with the
// translation. Opening and closing windows changes no result and no time.
#pragma once

#include "emu/xscale/bus.h"
#include "emu/xscale/state.h"

#include <array>

namespace ixp::xscale {

class Windows {
public:
  struct Window {
    uint32_t tag = ~0u;  // virtual address >> kGranuleBits; ~0: closed
    uint32_t cycles = 0; // as in Direct
    uint8_t* bytes = nullptr;
  };

  // The window of an access, or null.
  const Window* find(uint32_t address, AccessKind kind, bool user) const {
    const Window& w = windows_[user][static_cast<unsigned>(kind)][index(address)];
    return w.tag == address >> kGranuleBits ? &w : nullptr;
  }
  void open(uint32_t address, AccessKind kind, bool user, const Direct& direct) {
    windows_[user][static_cast<unsigned>(kind)][index(address)] = {address >> kGranuleBits,
                                                                   direct.cycles, direct.bytes};
  }
  // The TLB gets another translation for the address's entry.
  void close(uint32_t address) {
    for (auto& mode : windows_)
      for (auto& kind : mode)
        kind[index(address)].tag = ~0u;
  }
  // Closes all windows if the way from addresses to memory has changed since the last call.
  void follow(const SystemControl& system) {
    if (system.changes == changes_) return;
    close_all();
    changes_ = system.changes;
  }
  void close_all();

private:
  static constexpr uint32_t kWindows = 128; // divides kTlbEntries: entries that share one, close it
  static uint32_t index(uint32_t address) { return address >> kGranuleBits & (kWindows - 1); }

  std::array<std::array<std::array<Window, kWindows>, 3>, 2> windows_{}; // [user][kind]
  uint64_t changes_ = 0;
};

// A value in a window, in the chip's byte order; `address` is aligned to the size.
[[gnu::always_inline]] inline uint32_t window_read(const uint8_t* bytes, uint32_t address,
                                                   Size size) {
  const uint8_t* b = bytes + (address & ((1u << kGranuleBits) - 1));
  if (size == Size::Word)
    return uint32_t{b[0]} << 24 | uint32_t{b[1]} << 16 | uint32_t{b[2]} << 8 | b[3];
  return size == Size::Half ? uint32_t{b[0]} << 8 | b[1] : b[0];
}
[[gnu::always_inline]] inline void window_write(uint8_t* bytes, uint32_t address, Size size,
                                                uint32_t value) {
  uint8_t* b = bytes + (address & ((1u << kGranuleBits) - 1));
  for (unsigned n = static_cast<unsigned>(size); n; value >>= 8)
    b[--n] = static_cast<uint8_t>(value);
}

} // namespace ixp::xscale

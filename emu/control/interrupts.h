// The interrupt controller of the control core (physical 0xd6000000). A raw status masked by enable
// registers gives the IRQ and FIQ lines; interrupts of threads are collected in registers of their
// own, masked there, and appear as one bit for each 32 threads (IXP2800 HRM 3.11.8; offsets and
// bits as used by Linux on the silicon).
//
//   0x00 RAW_STATUS   0x04 FIQ_STATUS   0x08 IRQ_STATUS
//   0x0c FIQ_ENABLE   0x10 IRQ_ENABLE   written ones enable
//   0x14 FIQ_DISABLE  0x18 IRQ_DISABLE  written ones disable
//   threads, A then B, each a register for cluster 0 (+0) and cluster 1 (+8): 0x60 raw, written
//   ones clear; 0xa0 FIQ status; 0xe0 IRQ status; 0x120, 0x160 FIQ, IRQ enable; 0x1a0, 0x1e0
//   disable
//
// Errors (0x1c..0x34) never occur in this model: these registers read 0.
#pragma once

#include "emu/memory/cap.h"

#include <array>
#include <optional>

namespace ixp::control {

// Bits of RAW_STATUS.
namespace interrupt {
constexpr uint32_t kUart = 1u << 2, kGpio = 1u << 3, kTimer1 = 1u << 4, kCounter = 1u << 8,
                   kAttention = 1u << 14;
constexpr unsigned kThreadsA = 16, kThreadsB = 24; // + 2 * cluster
} // namespace interrupt

class Interrupts {
public:
  explicit Interrupts(Cap& cap) : cap_(cap) {}

  // Sets interrupt sources other than threads: bits of `interrupt`.
  void set_sources(uint32_t bits) { sources_ = bits; }
  // Enabled sources that are on.
  struct Pending {
    uint32_t irq, fiq;
  };
  Pending pending() const {
    const uint32_t on = raw();
    return {on & enabled_[kIrq], on & enabled_[kFiq]};
  }

  // False: no source can raise the line until a register is written.
  bool any_irq_enabled() const { return enabled_[kIrq]; }
  bool any_fiq_enabled() const { return enabled_[kFiq]; }

  // Empty or false: no such register.
  std::optional<uint32_t> read(uint32_t offset) const;
  bool write(uint32_t offset, uint32_t value);

private:
  enum Line : uint8_t { kFiq, kIrq };
  // A thread register: group and cluster.
  struct Thread {
    ThreadInterrupt group;
    unsigned cluster;
  };
  static std::optional<Thread> thread_at(uint32_t offset, uint32_t bank);
  uint32_t raw() const;
  uint32_t raw(Thread t) const { return cap_.thread_interrupts(t.group, t.cluster); }
  uint32_t& enabled(Line line, Thread t) {
    return thread_enabled_[line][static_cast<unsigned>(t.group)][t.cluster];
  }
  uint32_t enabled(Line line, Thread t) const {
    return thread_enabled_[line][static_cast<unsigned>(t.group)][t.cluster];
  }

  Cap& cap_;
  uint32_t sources_ = 0;
  std::array<uint32_t, 2> enabled_{};                                      // by line
  std::array<std::array<std::array<uint32_t, 2>, 2>, 2> thread_enabled_{}; // line, group, cluster
};

} // namespace ixp::control

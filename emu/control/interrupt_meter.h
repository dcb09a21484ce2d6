// Measures the interrupts of the control core by source: from the source's line to the handler's
// entry, and from there to its return. Times are core cycles.
#pragma once

#include "emu/xscale/core.h"

#include <array>
#include <string>
#include <vector>

namespace ixp::control {

struct InterruptFigures {
  uint64_t raised = 0; // times that the enabled source went on
  uint64_t served = 0; // included in `raised`: a handler was entered before it went off
  uint64_t wait_cycles = 0, wait_max_cycles = 0;       // of `served`, to the entry
  uint64_t handlers = 0;                               // entered for it, and returned
  uint64_t handler_cycles = 0, handler_max_cycles = 0; // without interrupts inside them
};

class InterruptMeter final : public xscale::InterruptWatch {
public:
  static constexpr unsigned kSources = 32; // bits of RAW_STATUS

  // The enabled sources that are on at a time of the chip, in core cycles. Sources that the core
  // has not seen before are raised at this time.
  void see(uint32_t sources, uint64_t now) {
    if (sources != on_) change(sources, now);
  }
  // Difference between time of the chip and cycles of the core, which do not count idle time.
  void set_offset(uint64_t cycles) { offset_ = cycles; }
  void taken(const xscale::State& state) override;
  void returned(const xscale::State& state) override;

  const std::array<InterruptFigures, kSources>& figures() const { return figures_; }
  static std::string name(unsigned source);

private:
  void change(uint32_t sources, uint64_t now);
  // A handler that has not returned.
  struct Open {
    unsigned source;
    uint32_t address, status; // of the interrupted program
    uint64_t since, inside;   // `inside`: cycles of handlers within this one
  };

  std::array<InterruptFigures, kSources> figures_{};
  std::array<uint64_t, kSources> raised_at_{};
  uint32_t on_ = 0, taken_ = 0;
  uint64_t offset_ = 0;
  std::vector<Open> open_;
};

} // namespace ixp::control

#include "emu/control/interrupt_meter.h"

#include "emu/control/interrupts.h"
#include "emu/xscale/modes.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace ixp::control {

using xscale::State;

void InterruptMeter::change(uint32_t sources, uint64_t now) {
  for (uint32_t news = sources & ~on_; news; news &= news - 1) {
    const auto source = static_cast<unsigned>(std::countr_zero(news));
    ++figures_[source].raised;
    raised_at_[source] = now;
  }
  on_ = sources;
  taken_ &= sources;
}

// Counts all sources that are on. The highest one gets the handler's time.
void InterruptMeter::taken(const State& state) {
  const uint64_t now = state.cycles + offset_;
  for (uint32_t news = on_ & ~taken_; news; news &= news - 1) {
    const auto source = static_cast<unsigned>(std::countr_zero(news));
    InterruptFigures& f = figures_[source];
    const uint64_t waited = now - raised_at_[source];
    ++f.served;
    f.wait_cycles += waited;
    f.wait_max_cycles = std::max(f.wait_max_cycles, waited);
  }
  taken_ = on_;
  if (!on_) return;
  open_.push_back({.source = static_cast<unsigned>(std::bit_width(on_)) - 1,
                   .address = state.r[14] - 4,
                   .status = state.spsr[static_cast<unsigned>(xscale::bank_of(state.mode()))],
                   .since = state.cycles,
                   .inside = 0});
}

// A handler ends with the return to the interrupted program, or to any program of User mode if that
// was interrupted: a scheduler may choose another one.
void InterruptMeter::returned(const State& state) {
  if (open_.empty()) return;
  const Open last = open_.back();
  constexpr uint32_t kCompared = xscale::psr::kMode | xscale::psr::kI;
  if ((state.cpsr ^ last.status) & kCompared) return;
  if (state.privileged() && state.r[15] != last.address) return;
  open_.pop_back();
  const uint64_t total = state.cycles - last.since, own = total - last.inside;
  if (!open_.empty()) open_.back().inside += total;
  InterruptFigures& f = figures_[last.source];
  ++f.handlers;
  f.handler_cycles += own;
  f.handler_max_cycles = std::max(f.handler_max_cycles, own);
}

std::string InterruptMeter::name(unsigned source) {
  switch (1u << source) {
  case interrupt::kUart: return "uart";
  case interrupt::kGpio: return "gpio";
  case interrupt::kCounter: return "cycle counter";
  case interrupt::kAttention: return "attention";
  default: break;
  }
  if (source >= interrupt::kThreadsA)
    return fmt::format("threads {} of cluster {}", source < interrupt::kThreadsB ? 'A' : 'B',
                       source / 2 % 2);
  return fmt::format("timer {}", source - std::countr_zero(interrupt::kTimer1) + 1);
}

} // namespace ixp::control

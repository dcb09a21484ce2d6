#include "emu/control/timers.h"

#include <algorithm>

namespace ixp::control {

namespace {
constexpr uint32_t kCounts = 1u << 7;
constexpr uint32_t kControl = 0x00, kLoad = 0x10, kValue = 0x20, kClear = 0x30, kWatchdog = 0x40;
} // namespace

Tick Timers::step(const Timer& t) const {
  static constexpr Tick kDivisors[] = {1, 16, 256, 256}; // 3: assumed
  return clock_ * kDivisors[t.control >> 2 & 3];
}

void Timers::settle(Timer& t, Tick now) {
  if (!(t.control & kCounts)) {
    t.since = now;
    return;
  }
  const Tick each = step(t), counts = (now - t.since) / each;
  t.since += counts * each;
  if (counts <= t.value) {
    t.value -= static_cast<uint32_t>(counts);
    return;
  }
  const Tick beyond = counts - t.value - 1; // after the first reload
  t.value = t.load - static_cast<uint32_t>(beyond % (Tick{t.load} + 1));
  t.interrupt = true;
}

std::optional<uint32_t> Timers::read(uint32_t offset, Tick now) {
  if (offset == kWatchdog) return watchdog_;
  if (offset > kWatchdog || offset % 4) return std::nullopt;
  Timer& t = timers_[offset / 4 % kTimers];
  settle(t, now);
  switch (offset & 0x30) {
  case kControl: return t.control;
  case kLoad: return t.load;
  case kValue: return t.value;
  default: return t.interrupt;
  }
}

bool Timers::write(uint32_t offset, uint32_t value, Tick now) {
  if (offset == kWatchdog) {
    watchdog_ |= value & 1; // stays on until reset
    return true;
  }
  if (offset > kWatchdog || offset % 4) return false;
  Timer& t = timers_[offset / 4 % kTimers];
  settle(t, now);
  switch (offset & 0x30) {
  case kControl:
    if (!(t.control & kCounts)) t.since = now;
    t.control = value & 0x8c;
    break;
  case kLoad:
    t.load = t.value = value;
    t.since = now;
    break;
  case kClear: t.interrupt = false; break;
  default: break; // the value is read only
  }
  return true;
}

uint32_t Timers::interrupts(Tick now) {
  uint32_t bits = 0;
  for (unsigned i = 0; i < kTimers; ++i) {
    settle(timers_[i], now);
    bits |= uint32_t{timers_[i].interrupt} << i;
  }
  return bits;
}

bool Timers::watchdog_expired(Tick now) {
  settle(timers_.back(), now);
  return watchdog_ && timers_.back().interrupt;
}

Tick Timers::next() const {
  Tick first = kNever;
  for (const Timer& t : timers_)
    if (t.control & kCounts && !t.interrupt)
      first = std::min(first, t.since + (Tick{t.value} + 1) * step(t));
  return first;
}

} // namespace ixp::control

// Coprocessor 14: the cycle counter of the performance monitor, and the idle mode of power
// management, in which the core waits for an interrupt. The event counters count events that are
// not modelled (e.g. cache misses), so reading them stops the core; so do other power modes and
// debugging.
#include "emu/xscale/coprocessors.h"

namespace ixp::xscale {

namespace {

// PMNC.
constexpr uint32_t kEnable = 1u << 0, kResetCycles = 1u << 2, kBy64 = 1u << 3;
constexpr uint32_t kCycleInterrupt = 1u << 6, kCycleOverflow = 1u << 10;
constexpr uint32_t kOverflows = 7u << 8;              // write 1 to clear
constexpr uint32_t kKept = 0x0ffff079u & ~kOverflows; // E, D, interrupts, events: stored as written
enum Register : uint32_t { kMonitor, kCycles, kEvents0, kEvents1, kPowerMode = 7 };
constexpr uint32_t kModes = 3, kActive = 0, kIdle = 1; // PWRMODE

// Updates the counter to the current cycle.
void settle(State& s) {
  CycleCounter& c = s.counter;
  uint64_t passed = s.cycles - c.since;
  c.since = s.cycles;
  if (!(c.monitor & kEnable)) return;
  if (c.monitor & kBy64) {
    c.since -= passed % 64;
    passed /= 64;
  }
  const uint64_t total = c.value + passed;
  c.value = static_cast<uint32_t>(total);
  if (total >> 32) c.monitor |= kCycleOverflow;
}

void write_monitor(CycleCounter& c, uint32_t value) {
  const uint32_t overflows = c.monitor & kOverflows & ~value;
  c.monitor = (value & kKept) | overflows;
  if (value & kResetCycles) c.value = 0;
}

bool missing(Execution& x, Missing what) {
  x.stop(StopReason::NotModelled, what);
  return false;
}

} // namespace

bool read_counter(Execution& x, const CoprocessorRegister& from, uint32_t& value) {
  settle(x.s);
  switch (from.n) {
  case kMonitor: value = x.s.counter.monitor; return true;
  case kCycles: value = x.s.counter.value; return true;
  case kEvents0:
  case kEvents1: return missing(x, Missing::EventCounters);
  case kPowerMode: value = kActive; return true;
  default: return missing(x, Missing::PowerAndDebug);
  }
}

bool write_counter(Execution& x, const CoprocessorRegister& to, uint32_t value) {
  settle(x.s);
  switch (to.n) {
  case kMonitor: write_monitor(x.s.counter, value); return true;
  case kCycles: x.s.counter.value = value; return true;
  case kEvents0:
  case kEvents1: return true; // never read back
  case kPowerMode:
    if ((value & kModes) > kIdle) return missing(x, Missing::PowerAndDebug);
    x.s.idle = (value & kModes) == kIdle;
    return true;
  default: return missing(x, Missing::PowerAndDebug);
  }
}

bool counter_wants_interrupt(State& s) {
  settle(s);
  return s.counter.monitor & kCycleOverflow && s.counter.monitor & kCycleInterrupt;
}

} // namespace ixp::xscale

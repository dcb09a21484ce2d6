#include "emu/xscale/coprocessors.h"
#include "emu/xscale/multiply.h"

namespace ixp::xscale {

// Coprocessor 15, as in the manuals of network processors with this core. Operations on caches,
// which are not modelled, do nothing.

// An IXP2400 (Linux, proc-xscale.S); caches of 32 KB with 32 ways and lines of 32 bytes.
static constexpr uint32_t kIdentity = 0x69054190, kCacheType = 0x0b1aa1aa;

constexpr uint32_t kTranslationBase = 2;
static uint32_t* plain_register(State& s, const CoprocessorRegister& r) {
  switch (r.n) {
  case kTranslationBase: return &s.system.translation_base;
  case 3: return &s.system.domains;
  case 5: return &s.system.fault_status;
  case 6: return &s.system.fault_address;
  default: return nullptr;
  }
}

constexpr uint32_t kTlbOperations = 8;
static bool is_operation(uint32_t n) { // on caches, TLBs and their locks
  return n >= 7 && n <= 10;
}

// Any operation on the TLB empties all of it. No program can see that: entries are read again from
// its tables.
static void empty_tlb(State& s) {
  ++s.system.changes;
  s.tlb.fill({});
}

bool read_system_control(Execution& x, const CoprocessorRegister& from, uint32_t& value) {
  const State& s = x.s;
  if (from.opcode1 != 0) return false;
  if (const uint32_t* plain = plain_register(x.s, from)) {
    value = *plain;
    return true;
  }
  switch (from.n) {
  case 0: value = from.opcode2 == 1 ? kCacheType : kIdentity; return true;
  case 1: value = from.opcode2 == 1 ? s.system.auxiliary : s.system.control; return true;
  case 13: value = s.system.process_id; return true;
  case 15: value = s.system.coprocessor_access; return from.m == 1;
  default: value = 0; return is_operation(from.n);
  }
}

static void write_control(State& s, uint32_t value) {
  ++s.system.changes;
  s.system.control = (value & control::kWritable) | control::kOnes;
}

bool write_system_control(Execution& x, const CoprocessorRegister& to, uint32_t value) {
  State& s = x.s;
  if (to.opcode1 != 0) return false;
  if (uint32_t* plain = plain_register(s, to)) {
    *plain = value;
    ++s.system.changes;
    if (to.n == kTranslationBase) empty_tlb(s);
    return true;
  }
  switch (to.n) {
  case 0: return true; // read-only
  case 1:
    if (to.opcode2 == 1)
      s.system.auxiliary = value;
    else
      write_control(s, value);
    return true;
  case kTlbOperations: empty_tlb(s); return true;
  case 13:
    ++s.system.changes;
    s.system.process_id = value & 0xfe000000;
    return true;
  case 15: s.system.coprocessor_access = value & 0x3fff; return to.m == 1;
  default: return is_operation(to.n);
  }
}

// Coprocessor 14: the cycle counter of the performance monitor, and the idle mode of power
// management, in which the core waits for an interrupt. The event counters count events that are
// not modelled (e.g. cache misses), so reading them stops the core; so do other power modes and
// debugging.

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

// Coprocessor 0, specific to the XScale: multiply-accumulate in acc0. Its instructions are
// encodings of MCR, MCRR and MRRC: MIA, MIAPH and MIAxy; MAR; MRA.

static constexpr uint64_t kBits = (uint64_t{1} << 40) - 1;

bool accumulator_reachable(const State& s) {
  return s.system.coprocessor_access & 1;
}

static int64_t product(uint32_t a, uint32_t b) {
  return int64_t{static_cast<int32_t>(a)} * static_cast<int32_t>(b);
}
static int64_t product_of_halves(uint32_t a, bool upper_a, uint32_t b, bool upper_b) {
  return int64_t{half_of(a, upper_a)} * half_of(b, upper_b);
}

bool accumulate(Execution& x, const CoprocessorRegister& to, uint32_t s) {
  if (!accumulator_reachable(x.s) || to.opcode1 != 1 || to.opcode2 != 0) return false;
  const uint32_t m = x.reg(to.m);
  int64_t sum;
  switch (to.n) {
  case 0x0: sum = product(m, s); break;
  case 0x8:
    sum = product_of_halves(m, true, s, true) + product_of_halves(m, false, s, false);
    break;
  case 0xc: // MIAxy: x selects the half of Rm, y that of Rs
  case 0xd:
  case 0xe:
  case 0xf: sum = product_of_halves(m, to.n & 2, s, to.n & 1); break;
  default: return false;
  }
  x.s.accumulator = (x.s.accumulator + static_cast<uint64_t>(sum)) & kBits;
  return true;
}

// The upper eight bits are read sign-extended.
void read_accumulator(Execution& x, uint32_t low, uint32_t high) {
  x.cycles = x.time.coprocessor;
  const auto extended = static_cast<int64_t>(x.s.accumulator << 24) >> 24;
  x.set(low, static_cast<uint32_t>(extended));
  x.set(high, static_cast<uint32_t>(extended >> 32));
}

void write_accumulator(Execution& x, uint32_t low, uint32_t high) {
  x.cycles = x.time.coprocessor;
  x.s.accumulator = (uint64_t{x.reg(high)} << 32 | x.reg(low)) & kBits;
}

static bool read(Execution& x, const CoprocessorRegister& from, uint32_t& value) {
  if (!x.s.privileged()) return false;
  switch (from.coprocessor) {
  case 14: return read_counter(x, from, value);
  case 15: return read_system_control(x, from, value);
  default: return false;
  }
}

static bool write(Execution& x, const CoprocessorRegister& to, uint32_t d) {
  if (to.coprocessor == 0) return accumulate(x, to, x.reg(d));
  if (!x.s.privileged()) return false;
  switch (to.coprocessor) {
  case 14: return write_counter(x, to, x.reg(d));
  case 15: return write_system_control(x, to, x.reg(d));
  default: return false;
  }
}

void read_coprocessor(Execution& x, const CoprocessorRegister& from, uint32_t d) {
  uint32_t value = 0;
  x.cycles = x.time.coprocessor;
  if (!read(x, from, value)) {
    if (x.end == Execution::End::Done) x.raise(Exception::Undefined);
  } else if (d == 15) {
    constexpr uint32_t kFlags = psr::kN | psr::kZ | psr::kC | psr::kV;
    x.set_flags(kFlags, value & kFlags);
  } else {
    x.set(d, value);
  }
}

void write_coprocessor(Execution& x, const CoprocessorRegister& to, uint32_t d) {
  x.cycles = x.time.coprocessor;
  if (!write(x, to, d) && x.end == Execution::End::Done) x.raise(Exception::Undefined);
}

} // namespace ixp::xscale
